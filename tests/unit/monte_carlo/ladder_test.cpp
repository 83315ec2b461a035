#include <boost/json/parse.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace ladder_test {

// The league that shows which of the sample bots is how strong.

namespace {

using namespace hearts;

struct Ladder {
  std::set<std::string> systems;  // ids without players
  std::set<int> seats;
};

Ladder ladder() {
  std::ifstream file(std::string(HEARTS_SOURCE_DIR) + "/sample_bots/ladder.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const boost::json::value league = boost::json::parse(text);
  Ladder found;
  for (const boost::json::value& entry : league.at("variants").as_array()) {
    const std::string id(entry.at("variant").as_string());
    found.systems.insert(std::string(find_variant(id).id));
    found.seats.insert(resolve_variant(id).seats);
  }
  return found;
}

}  // namespace

TEST_CASE("the ladder has each rule system") {
  const Ladder found = ladder();
  for (const Variant* variant : variants()) {
    INFO(variant->id);
    CHECK(found.systems.contains(std::string(variant->id)));
  }
}

TEST_CASE("the ladder has tables of every size") { CHECK(ladder().seats == std::set<int>{2, 3, 4, 5, 6}); }

}  // namespace ladder_test
