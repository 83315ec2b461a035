#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/rule_ids.h"

namespace sources_test {

namespace {

using namespace hearts;
using namespace hearts::test;

std::string source(const std::string& id, std::string_view key) { return std::string(resolve_variant(id).source(key)); }

std::string cited(const std::string& id, Breach breach) {
  return std::string(GameRules(resolve_variant(id)).cited(breach));
}

bool says_nothing(const std::string& value) {
  return value == "none" || value == "n/a" || value == "false" || value == "0";
}

}  // namespace

TEST_CASE("RULES.md explains rules, readings, gaps and differences") {
  CHECK(explained_rules().size() > 350);
  for (const char* id : {"R000-01", "R004-42", "A000-1", "A004-18", "Z33", "X-18"})
    CHECK(explained_rules().contains(id));
}

TEST_CASE("every key comes from rules that RULES.md explains, whatever the variant, size and options") {
  for (const std::string& id : configurations_with_options()) {
    INFO(id);
    const Rules rules = resolve_variant(id);
    for (const auto& [key, ids] : rules.sources) {
      INFO(key);
      CHECK(find_rule_key(key) != nullptr);
      for (const std::string& rule : words_of(ids)) {
        INFO(rule);
        CHECK(explained_rules().contains(rule));
      }
    }
  }
}

TEST_CASE("every key that says something comes from a rule") {
  for (const std::string& id : configurations_with_options()) {
    INFO(id);
    const Rules rules = resolve_variant(id);
    for (const RuleKey& key : rule_keys()) {
      INFO(key.name);
      if (!says_nothing(key.get(rules))) CHECK_FALSE(rules.source(key.name).empty());
    }
  }
}

TEST_CASE("what an option changes comes from the rule of the option") {
  int changed = 0;
  for (const Variant* variant : variants()) {
    for (const VariantOption& option : variant->options) {
      const std::string name(option.name);
      INFO(variant->id << " " << name);
      CHECK_FALSE(option.rules.empty());
      const bool kitty = name.starts_with("kitty");
      const std::string id = std::string(variant->id) + "@" + std::to_string(kitty ? 3 : variant->seats_default);
      const Rules before = resolve_variant(id);
      const Rules after = resolve_variant(id + "+" + name + (option.takes_value() ? "=C" : ""));
      for (const RuleKey& key : rule_keys()) {
        if (key.get(before) == key.get(after)) continue;
        INFO(key.name);
        CHECK(after.source(key.name) != before.source(key.name));
        ++changed;
      }
    }
  }
  CHECK(changed > 30);
  CHECK(source("black-lady+no_blood", "first_trick.forbid") == "R002-35 A002-9");
  CHECK(source("deluxe+no_trick", "bonus.no_points_on_moon") == "Z20 A003-4");
  CHECK(source("omnibus@5+kitty_last", "leftover.fate") == "R002-49 R002-50 A002-11");
  CHECK(source("royal+queens=H", "points.cards") == "R000-75 A000-15");
  CHECK(source("royal+queens=SD", "points.cards") == "R000-75 A000-15");
  CHECK(source("royal+queens=SHCD", "points.cards") == "R000-14 R000-49 R000-52");
}

TEST_CASE("a key set by hand comes from no rule, nor does what follows from it") {
  CHECK(source("black-lady+match.limit=50", "match.limit") == kSetByHand);
  CHECK(source("black-lady+match.limit=100", "match.limit") == kSetByHand);
  CHECK(source("black-lady+match.limit=50", "match.ends_when") == "R002-30");
  CHECK(source("royal-classic@5+deck.remove=2D,2C", "deck.remove") == kSetByHand);
  CHECK(source("royal-classic@5+deck.remove=2D,2C", "deck.size") == "R000-61");
  CHECK(source("black-lady+deck.ranks=J,Q,K,A+pass.count=1", "deal.hand_size") == kSetByHand);
}

TEST_CASE("a refusal cites the first rule of its key") {
  CHECK(cited("royal-classic@3", Breach::pass_count) == "R000-60");
  CHECK(cited("royal-classic@4", Breach::opening_lead) == "R000-22");
  CHECK(cited("royal@2", Breach::opening_lead) == "R000-68");
  CHECK(cited("black-lady@6", Breach::opening_lead) == "R002-46");
  CHECK(cited("deluxe", Breach::must_follow) == "R003-12");
  CHECK(cited("deluxe", Breach::first_trick_forbidden) == "R003-13");
  CHECK(cited("tournament-laws", Breach::held_back_lead) == "R001-12");
  CHECK(cited("tournament-laws", Breach::not_offered) == "R001-16");
  CHECK(cited("black-lady+no_blood", Breach::first_trick_forbidden) == "R002-35");
  CHECK(cited("black-lady+shooter_protection", Breach::not_offered) == "R002-32");
  CHECK(cited("green-queen", Breach::pass_count) == "R004-11");
}

TEST_CASE("a refusal cites nothing where no rule says it") {
  CHECK(cited("black-lady", Breach::wrong_phase).empty());
  CHECK(cited("black-lady", Breach::not_your_turn).empty());
  CHECK(cited("black-lady", Breach::not_in_hand).empty());
  CHECK(cited("black-lady+pass.count=1", Breach::pass_count).empty());
  CHECK(cited("black-lady+first_trick.forbid=queen_of_spades", Breach::first_trick_forbidden).empty());
}

}  // namespace sources_test
