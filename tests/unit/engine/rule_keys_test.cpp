#include "engine/rule_keys.h"

#include <set>

#include "engine/game_rules.h"
#include "engine/rules_check.h"
#include "engine/typed_text.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"

namespace rule_keys_test {

namespace {

using namespace hearts;
using namespace hearts::test;

std::string error_of(const std::string& key, const std::string& value) {
  Rules rules;
  const std::string before = rules_text(rules);
  try {
    set_rule(rules, key, value);
  } catch (const RulesError& error) {
    CHECK(rules_text(rules) == before);
    return error.what();
  }
  return "taken: " + key + " " + value;
}

}  // namespace

TEST_CASE("the keys are those of the table, each once") {
  std::set<std::string> names;
  for (const RuleKey& key : rule_keys()) {
    INFO(key.name);
    CHECK(names.insert(std::string(key.name)).second);
    CHECK(find_rule_key(key.name) == &key);
    CHECK_FALSE(key.domain.empty());
    CHECK_FALSE(key.meaning.empty());
    CHECK((key.set == nullptr) == (key.domain == "derived"));
  }
  CHECK(names.size() == 77);
  for (const std::string& id : KeyTables::get().ids()) {
    std::set<std::string> expected;
    for (const auto& [key, value] : KeyTables::get().keys(id)) expected.insert(key);
    INFO(id);
    CHECK(names == expected);
  }
}

TEST_CASE("keys set from the table read back the same, derived keys follow") {
  int derived = 0;
  CHECK(KeyTables::get().ids().size() == 92);
  for (const std::string& id : configurations_with_options()) {
    INFO(id);
    const Rules rules = KeyTables::get().rules(id);
    REQUIRE_NOTHROW(check_rules(rules));
    for (const auto& [key, value] : KeyTables::get().keys(id)) {
      INFO(key);
      CHECK(find_rule_key(key)->get(rules) == value);
      if (find_rule_key(key)->set == nullptr) ++derived;
    }
    const GameRules game(rules);
    CHECK(game.deck().cards().size() == rules.deck_size());
    CHECK(rules.hand_size() * rules.seats * rules.hands_per_seat + rules.leftover_count() == rules.deck_size());
  }
  CHECK(derived > 4 * 92);
}

TEST_CASE("the text of all rules sets them again") {
  for (const std::string& id : configurations_with_options()) {
    const Rules rules = KeyTables::get().rules(id);
    Rules again;
    for (const RuleKey& key : rule_keys()) {
      if (key.set != nullptr) key.set(again, key.get(rules));
    }
    INFO(id);
    CHECK(rules_text(again) == rules_text(rules));
  }
}

TEST_CASE("the direction of a pass may be a word") {
  Rules rules;
  set_rule(rules, "pass.cycle", "left,right,across,hold");
  CHECK(rules.pass_cycle == std::vector<int>{1, -1, 2, 0});
  set_rule(rules, "seats", "6");
  set_rule(rules, "pass.cycle", "two_left,two_right,across");
  CHECK(rules.pass_cycle == std::vector<int>{2, -2, 3});
  set_rule(rules, "seats", "5");
  CHECK_THROWS_AS(set_rule(rules, "pass.cycle", "across"), RulesError);
}

TEST_CASE("lists of names are kept in one order") {
  Rules rules;
  set_rule(rules, "break.on", "queen_of_spades_played,heart_discarded");
  CHECK(find_rule_key("break.on")->get(rules) == "heart_discarded,queen_of_spades_played");
}

TEST_CASE("a key that cannot be set is refused in one sentence") {
  CHECK(error_of("pass.cuont", "3") == "there is no key 'pass.cuont'; the nearest is pass.count");
  CHECK(error_of("", "3").starts_with("there is no key ''"));
  CHECK(error_of("deck.size", "40") == "deck.size follows from other keys and cannot be set");
  for (const char* key : {"deck.size", "deal.tricks", "deal.leftover_count"})
    CHECK(error_of(key, "13").ends_with("cannot be set"));
}

TEST_CASE("of a name without end the first letters say which is the nearest") {
  const std::string beginning(100, 'a');
  const std::string rest(100, 'b');
  CHECK(nearest_note(beginning + rest + rest, std::vector<std::string_view>{rest, beginning}) ==
        "; the nearest is " + beginning);
}

TEST_CASE("two letters that changed places are one mistake") {
  CHECK(nearest_note("plya", std::vector<std::string_view>{"plan", "play"}) == "; the nearest is play");
  CHECK(nearest_note("paly", std::vector<std::string_view>{"pay", "play", "rate"}) == "; the nearest is pay");
}

TEST_CASE("a name is near with a mistake for every three letters, or when it begins so") {
  const std::vector<std::string_view> names = {"--variant", "--games", "move_ms"};
  CHECK(nearest_note("--against", names).empty());
  CHECK(nearest_note("--vraint", names) == "; the nearest is --variant");
  CHECK(nearest_note("--vraints", names).empty());
  CHECK(nearest_note("--g", names).empty());
  CHECK(nearest_note("--ga", names) == "; the nearest is --games");
  CHECK(nearest_note("move", names, "\"") == "; the nearest is \"move_ms\"");
  CHECK(nearest_note("", names).empty());
  CHECK(nearest_note("move", {}).empty());
}

TEST_CASE("the letter by which rules mark a mapped suit is no suit") {
  CHECK(error_of("opening.suit", "*").starts_with("opening.suit: '*' is not a suit; allowed: "));
}

TEST_CASE("a domain states what is taken, and nothing beyond it") {
  int numbers = 0;
  int names = 0;
  for (const RuleKey& key : rule_keys()) {
    const std::string name(key.name);
    const std::string domain(key.domain);
    INFO(name << ": " << domain);
    const std::size_t to = domain.find(" to ");
    const bool is_range = to != std::string::npos && !domain.starts_with("list of ") && name != "pass.count" &&
                          (key.shape == ValueShape::number || key.shape == ValueShape::number_or_none);
    if (is_range) {
      const int low = std::stoi(domain);
      const int high = std::stoi(domain.substr(to + 4));
      for (const int value : {low, high}) CHECK(error_of(name, std::to_string(value)).starts_with("taken: "));
      for (const int value : {low - 1, high + 1}) CHECK(error_of(name, std::to_string(value)).starts_with(name + ": "));
      CHECK(error_of(name, "none").starts_with("taken: ") == domain.ends_with("| none"));
      CHECK(error_of(name, "all").starts_with("taken: ") == domain.ends_with("| all"));
      ++numbers;
    } else if (const std::string error = error_of(name, "?"); error.find(" is not one of ") != std::string::npos) {
      // The names that are known, as the refusal lists them, are those of the domain.
      if (!domain.starts_with("list of ")) CHECK(error.ends_with(" is not one of " + domain));
      ++names;
    }
  }
  CHECK(numbers == 14);
  CHECK(names > 30);
}

TEST_CASE("a bad value is refused with what is allowed") {
  CHECK(error_of("moon.award", "neither") ==
        "moon.award: 'neither' is not one of subtract_from_self | add_to_others | shooter_chooses | "
        "add_unless_protected | both | none");
  CHECK(error_of("match.limit", "many") == "match.limit: 'many' is not a whole number from 1 to 9999");
  CHECK(error_of("pass.blind", "yes") == "pass.blind: 'yes' is not true or false; allowed: true | false");
  CHECK(error_of("points.cards", "QS=13,QS=5").find("card QS is named twice") != std::string::npos);
  CHECK(error_of("first_trick.forbid", "point_suit,point_suit").find("named twice") != std::string::npos);
  CHECK(error_of("opening.suit_map", "P=R,P=L").find("suit P is mapped twice") != std::string::npos);

  const std::vector<std::pair<std::string, std::string>> bad = {{"seats", "7"},
                                                                {"seats", "1"},
                                                                {"seats", "4 "},
                                                                {"seats", ""},
                                                                {"seats", "four"},
                                                                {"match.limit", "0"},
                                                                {"match.limit", "1e3"},
                                                                {"match.limit", "10000"},
                                                                {"match.limit", "99999999999999999999"},
                                                                {"score.floor", "null"},
                                                                {"score.floor", "-1000"},
                                                                {"deck.remove", "2"},
                                                                {"deck.remove", "10D"},
                                                                {"deck.suits", "CD"},
                                                                {"pass.cycle", "left,"},
                                                                {"pass.cycle", "6"},
                                                                {"points.cards", "QS"},
                                                                {"points.cards", "QS="},
                                                                {"points.cards", "QS=x"},
                                                                {"points.cards", "QS=100"},
                                                                {"opening.suit", "clubs"},
                                                                {"opening.suit_map", "PR"},
                                                                {"point_suit.value", ""},
                                                                {"bonus.no_points", "5"},
                                                                {"deck.jokers", "two"},
                                                                {"break.on", "heart"},
                                                                {"laws.misdeal", "1"}};
  for (const auto& [key, value] : bad) {
    INFO(key << " " << value);
    const std::string error = error_of(key, value);
    CHECK(error.starts_with(key + ": "));
    const std::string domain(find_rule_key(key)->domain);
    CHECK((error.ends_with(" " + domain) || error.ends_with("; allowed: " + domain)));
    CHECK(error.find('\n') == std::string::npos);
  }
}

}  // namespace rule_keys_test
