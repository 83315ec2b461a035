#include <boost/json/parse.hpp>
#include <map>
#include <sstream>

#include "engine/rule_keys.h"
#include "tests/cli/arena_command.h"
#include "tests/unit/engine/key_tables.h"

namespace variants_test {

using namespace cli_test;
using hearts::test::KeyTables;

namespace {

Outcome variants(const Words& words) { return run_arena(fs::temp_directory_path(), Words{"variants"} + words); }

std::string shown(const Words& words) {
  const Outcome outcome = variants(words);
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  return outcome.out;
}

/// A value of the JSON as the key tables spell it.
std::string spelled(const json::value& value, const std::string& key) {
  switch (value.kind()) {
    case json::kind::null:
      return "none";
    case json::kind::bool_:
      return value.get_bool() ? "true" : "false";
    case json::kind::int64:
      return std::to_string(value.get_int64());
    case json::kind::string: {
      const std::string text(value.get_string());
      if (key != "deck.ranks") return text;
      std::string list;
      for (char rank : text) list += (list.empty() ? "" : ",") + std::string(1, rank);
      return list;
    }
    default:
      break;
  }
  std::string list;
  if (value.is_array()) {
    for (const json::value& item : value.get_array()) list += (list.empty() ? "" : ",") + spelled(item, {});
  } else {
    for (const auto& entry : value.as_object())
      list += (list.empty() ? "" : ",") + std::string(entry.key()) + "=" + spelled(entry.value(), {});
  }
  return list.empty() ? "none" : list;
}

}  // namespace

TEST_CASE("arena variants lists each variant in a line: id, players, what it is") {
  Words starts;
  for (const std::string& line : lines_of(shown({}))) starts.push_back(line.substr(0, line.find("  ")));
  CHECK(starts == Words{"variant", "royal-classic", "royal", "tournament-laws", "black-lady", "omnibus", "deluxe",
                        "green-queen", "green-queen-jokers"});
  CHECK_THAT(shown({}), ContainsSubstring("\nblack-lady          3-6      hearts 1, QS 13"));
  CHECK_THAT(shown({}), ContainsSubstring("\ndeluxe              4        JD -10"));
}

TEST_CASE("arena variants ID explains the rules, each line with the rules it comes from, and the options") {
  const std::string text = shown({"black-lady@5+no_blood+match.limit=50"});
  CHECK_THAT(
      text,
      StartsWith("black-lady@5+no_blood+match.limit=50\n  black-lady with changes: +no_blood+match.limit=50. Without "
                 "them black-lady is: hearts 1, QS 13"));
  CHECK_THAT(text, ContainsSubstring("\n  2D and 2C are not in the pack.  [R002-45]\n"));
  CHECK_THAT(text, ContainsSubstring("\n  Hearts and QS may not be played to the first trick.  [R002-35 A002-9]\n"));
  CHECK_THAT(text,
             ContainsSubstring("\n  The match ends after a hand that leaves a total of 50 or more.  [set R002-30]\n"));
  CHECK_THAT(text, ContainsSubstring("\n  +sinkhole: a total of exactly 99 becomes 0  [R002-34 A002-6]\n"));
  CHECK_THAT(text, ContainsSubstring("\n  +kitty_first and +kitty_last cannot be combined: only one trick"));
  for (const char* title : {"Pack and deal", "Passing", "Opening", "Play", "Values", "Moon", "Score and end",
                            "Irregularities", "Options"}) {
    CHECK_THAT(text, ContainsSubstring("\n\n" + std::string(title) + "\n  "));
  }
}

TEST_CASE("no line of an explanation is too long or ends in spaces") {
  std::istringstream text(
      shown({"royal@2", "tournament-laws", "omnibus@6+kitty_last", "deluxe", "green-queen-jokers"}));
  for (std::string line; std::getline(text, line);) {
    INFO(line);
    CHECK(line.size() <= 120);
    CHECK_FALSE(line.ends_with(' '));
  }
}

TEST_CASE("several variants are explained one after the other") {
  CHECK(shown({"royal", "deluxe"}) == shown({"royal"}) + "\n\n" + shown({"deluxe"}));
}

TEST_CASE("a pattern means the variants that 'arena run --variant' plays for it") {
  CHECK(shown({"green-queen*@3"}) == shown({"green-queen@3", "green-queen-jokers@3"}));
  CHECK(json::parse(shown({"*@4", "--json"})).as_array().size() == 8);
  const Outcome none = variants({"whist*"});
  CHECK(none.code == 2);
  CHECK(one_error(none) == "no variant matches 'whist*'; to list all: arena variants");
}

TEST_CASE("arena variants --json ID has every key of the table with its type", "[memory]") {
  const Words& ids = KeyTables::get().ids();
  Words words = ids;
  words.emplace_back("--json");
  const json::array all = json::parse(shown(words)).as_array();
  REQUIRE(all.size() == ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    INFO(ids[i]);
    CHECK(all[i].at("id") == json::value(ids[i]));
    std::map<std::string, std::string> keys;
    for (const auto& entry : all[i].at("keys").as_object()) {
      keys[std::string(entry.key())] = spelled(entry.value(), std::string(entry.key()));
    }
    CHECK(keys == KeyTables::get().keys(ids[i]));
  }
}

TEST_CASE("arena variants --json gives numbers, flags, lists, objects and nulls as such") {
  const json::object one = json::parse(shown({"--json", "omnibus@3+match.limit=50"})).as_object();
  CHECK(one.at("id") == "omnibus@3+match.limit=50");
  CHECK(one.at("variant") == "omnibus");
  CHECK(one.at("players") == json::value({{"min", 3}, {"max", 6}}));
  const json::object& keys = one.at("keys").as_object();
  CHECK(keys.size() == hearts::rule_keys().size());
  CHECK(keys.at("seats") == 3);
  CHECK(keys.at("match.limit") == 50);
  CHECK(keys.at("pass.blind") == true);
  CHECK(keys.at("pass.cycle") == json::value({1, -1, 0}));
  CHECK(keys.at("deck.ranks") == "23456789TJQKA");
  CHECK(keys.at("deck.suits") == json::value({"C", "D", "S", "H"}));
  CHECK(keys.at("deck.remove") == json::array{"2D"});
  CHECK(keys.at("points.cards") == json::value({{"QS", 13}, {"JD", -10}}));
  CHECK(keys.at("opening.suit_map") == json::object{});
  CHECK(keys.at("trick.suit_ring") == json::array{});
  CHECK(keys.at("score.floor").is_null());
  CHECK(keys.at("leftover.fate") == "none");
  CHECK(keys.at("leftover.visibility") == "n/a");
  CHECK(one.at("sources").at("deck.remove") == json::array{"R002-44"});
  CHECK(one.at("sources").at("match.limit") == json::array{"set"});
  CHECK(json::parse(shown({"--json", "green-queen"})).at("keys").at("point_suit.value").is_null());
}

TEST_CASE("arena variants --json lists all variants at their usual size, with their options") {
  const json::array all = json::parse(shown({"--json"})).as_array();
  REQUIRE(all.size() == 8);
  CHECK(all[0].at("id") == "royal-classic@4");
  CHECK(all[1].at("options").at(0).at("option") == "queens");
  CHECK(all[1].at("options").at(0).at("values") == "some of S,H,C,D");
  CHECK(all[3].at("options").as_array().size() == 6);
  CHECK(all[3].at("options").at(0).at("excludes") == json::array{"kitty_last"});
  CHECK(all[7].at("id") == "green-queen-jokers@4");
}

TEST_CASE("a bad id is refused in one sentence, and nothing is shown") {
  const auto error = [](const Words& words) {
    const Outcome outcome = variants(words);
    CHECK(outcome.code == 2);
    return one_error(outcome);
  };
  CHECK_THAT(error({"royal", "whist"}),
             StartsWith("there is no variant 'whist'; the variants are: royal-classic, royal, "));
  CHECK(error({"deluxe@5"}) == "deluxe is for 4 players, not '5'");
  CHECK(error({"black-lady@4+seats=2"}) == "black-lady is for 3 to 6 players, not '2'");
  CHECK(error({"deluxe+rotate_lead+two_must_lead", "--json"}) ==
        "rotate_lead and two_must_lead cannot be combined: the first leader is found either by seat or by 2C");
  CHECK(error({"royal+queens=SS"}) ==
        "queens=SS must name some of S,H,C,D, each once, as in queens=SH; for no special queens, use royal-classic");
  CHECK(error({"black-lady+pass.cont=2"}) == "there is no key 'pass.cont'; the nearest is pass.count");
}

}  // namespace variants_test
