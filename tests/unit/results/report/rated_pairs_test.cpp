#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>
#include <string>

#include "arena/results/report/report.h"
#include "tests/catch.h"

namespace rated_pairs_test {

namespace json = boost::json;

/// Two tables: of five pairs, two of which were compared, and of two that were.
json::object standings() {
  const auto pair = [](const char* bot, const char* against, int comparisons) {
    return json::object{{"bot", bot}, {"against", against}, {"comparisons", comparisons}};
  };
  json::array overall = {pair("a", "b", 3), pair("a", "c", 0), pair("a", "d", 0), pair("b", "c", 1), pair("b", "d", 0)};
  json::array variant = {pair("a", "b", 2), pair("b", "c", 1)};
  return {
      {"tables",
       {json::object{{"variant", nullptr}, {"pairs", overall}}, json::object{{"variant", "x"}, {"pairs", variant}}}}};
}

/// "ab bc, ab": those of each table.
std::string pairs_of(const json::object& standings) {
  std::string text;
  for (const json::value& table : standings.at("tables").as_array()) {
    std::string pairs;
    for (const json::value& pair : table.at("pairs").as_array()) {
      if (!pairs.empty()) pairs += " ";
      pairs += json::value_to<std::string>(pair.at("bot")) + json::value_to<std::string>(pair.at("against"));
    }
    text += (table.at("variant").is_null() ? "" : ", ") + pairs;
  }
  return text;
}

TEST_CASE("pairs stay as they are where they are few enough") {
  json::object some = standings();
  CHECK(arena::bound_pairs(some, 7) == 0);
  CHECK(some == standings());
}

TEST_CASE("of too many pairs those go that were never compared, then those of variants, then those of the last bots") {
  const auto left = [](std::size_t most, std::size_t gone) {
    json::object some = standings();
    CHECK(arena::bound_pairs(some, most) == gone);
    return pairs_of(some);
  };
  CHECK(left(6, 3) == "ab bc, ab bc");
  CHECK(left(3, 4) == "ab bc, ab");
  CHECK(left(2, 5) == "ab bc, ");
  CHECK(left(1, 6) == "ab, ");
  CHECK(left(0, 7) == ", ");
}

}  // namespace rated_pairs_test
