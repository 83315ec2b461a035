// FORMAT.md names every key that is read or written.

#include <boost/json/parse.hpp>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/catch.h"
#include "tests/unit/results/adjudicate/judged.h"

namespace format_test {

using namespace arena::test;

namespace {

std::string document() {
  std::ifstream file(HEARTS_SOURCE_DIR "/arena/results/adjudicate/FORMAT.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

void check_documented(const std::string& key) {
  INFO(key);
  CHECK_THAT(document(), Catch::Matchers::ContainsSubstring("\n| `" + key + "` |"));
}

void check_documented(const boost::json::object& object) {
  for (const auto& entry : object) check_documented(std::string(entry.key()));
}

boost::json::object answer_of(const Keys& keys) { return boost::json::parse(judged(line_of(keys), true)).as_object(); }

}  // namespace

TEST_CASE("the format names every key of a hand") {
  const std::string error = judged(R"({"no such key":1})");
  const std::size_t start = error.find("known: ");
  REQUIRE(start != std::string::npos);
  std::string known = error.substr(start + 7, error.find('"', start) - start - 7) + ", ";
  for (std::size_t end = known.find(", "); end != std::string::npos; end = known.find(", ")) {
    check_documented(known.substr(0, end));
    known.erase(0, end + 2);
  }
}

TEST_CASE("the format names every key of a judgement") {
  check_documented(answer_of(ace_moon()));
  const boost::json::object in_part = answer_of(with(ace_moon(), {{"plays", R"("JC")"}}));
  for (const char* key : {"to_move", "to_do"}) {
    CHECK(in_part.contains(key));
    CHECK_THAT(document(), Catch::Matchers::ContainsSubstring("`" + std::string(key) + "` is "));
  }
}

TEST_CASE("the format names every key of an error") {
  const Keys passing = with(ace_moon(), {{"hand", "1"}, {"plays", "\"\""}, {"pass", R"(["JC","QC","KC","QD"])"}});
  for (const Keys& keys : {passing, with(ace_moon(), {{"plays", R"("JC QD")"}})}) {
    check_documented(answer_of(keys).at("error").as_object());
  }
}

TEST_CASE("the format's examples of the laws are answered as it says") {
  std::istringstream lines(document());
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(R"({"variant":"tournament-laws)")) continue;
    std::string answer;
    REQUIRE(std::getline(lines, answer));
    CHECK(judged(line) == answer);
    ++examples;
    const boost::json::object object = boost::json::parse(answer).as_object();
    for (const boost::json::value& finding : object.at("findings").as_array()) {
      const std::string what(finding.at("what").as_string());
      CHECK_THAT(document(), Catch::Matchers::ContainsSubstring("\n| `" + what + "` | "));
    }
  }
  CHECK(examples == 6);
}

}  // namespace format_test
