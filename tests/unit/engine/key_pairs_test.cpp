#include <iostream>

#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "engine/rules_check.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_samples.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/side_by_side.h"
#include "tests/unit/engine/test_all.h"

namespace key_pairs_test {

// Single keys and pairs of keys, on rules of all kinds: refused in one sentence that says why, or played by the engine
// and the naive model alike. HEARTS_TEST_ALL=1 in the environment plays every pair on every base; without it each pair
// is played on one base.

namespace {

using namespace hearts;
using test::KeyValue;

struct Counts {
  int played = 0;
  int refused = 0;
};

/// Why the rules are refused; empty for rules that fit.
std::string refusal_of(const Rules& rules) {
  try {
    check_rules(rules);
  } catch (const RulesError& error) {
    return error.what();
  }
  return {};
}

/// The sentence names one of the keys, or what follows from it: the pack, the sizes of the deal.
bool names_one_of(const std::string& sentence, std::initializer_list<const KeyValue*> changes) {
  for (const KeyValue* change : changes) {
    if (sentence.find(change->key) != std::string::npos) return true;
    const bool makes_the_pack = change->key.starts_with("deck.");
    if (makes_the_pack && sentence.find("pack") != std::string::npos) return true;
    const bool sizes_the_deal = makes_the_pack || change->key.starts_with("seat") || change->key == "deal.hand_size";
    if (sizes_the_deal && sentence.find("deal.") != std::string::npos) return true;
  }
  return false;
}

void check_refusal(const std::string& sentence, std::initializer_list<const KeyValue*> changes) {
  INFO(sentence);
  if (sentence.size() < 20 || sentence.find('\n') != std::string::npos) FAIL_CHECK("no sentence");
  if (!names_one_of(sentence, changes)) FAIL_CHECK("names none of the keys that were set");
}

/// The first hands of a match.
void play_some(const Rules& rules, std::uint64_t seed) {
  const GameRules game(rules);
  Random random(test::seed_of(seed));
  test::Seen seen;
  INFO("seed " << seed);
  try {
    test::play_match(game, test::test_all() ? 3 : 2, random, seen);
  } catch (const std::exception& error) {
    FAIL_CHECK(error.what());
  }
}

Rules base_rules(const std::string& base) {
  INFO(base);
  Rules rules;
  REQUIRE_NOTHROW(rules = resolve_variant(base));
  return rules;
}

}  // namespace

TEST_CASE("every value of every key alone is refused by name or played as the naive model plays it") {
  std::uint64_t seed = 7000000;
  Counts counts;
  std::vector<std::string> bases = test::key_bases();
  if (test::test_all()) bases = test::configurations_with_options();
  const std::vector<KeyValue> samples = test::key_samples();
  for (const std::string& base : bases) {
    const Rules unchanged = base_rules(base);
    for (const KeyValue& sample : samples) {
      INFO(base << "+" << sample.key << "=" << sample.value);
      Rules rules = unchanged;
      set_rule(rules, sample.key, sample.value);
      const std::string refusal = refusal_of(rules);
      if (!refusal.empty()) {
        check_refusal(refusal, {&sample});
        ++counts.refused;
      } else {
        play_some(rules, ++seed);
        ++counts.played;
      }
    }
  }
  CHECK(counts.played > 100 * static_cast<int>(bases.size()));
  CHECK(counts.refused > 50 * static_cast<int>(bases.size()));
  if (test::test_all()) std::cout << "single keys: " << counts.played << " played, " << counts.refused << " refused\n";
}

TEST_CASE("every two keys are refused by name or played as the naive model plays them") {
  const std::vector<KeyValue> samples = test::key_samples();
  std::vector<Rules> bases;
  for (const std::string& base : test::key_bases()) bases.push_back(base_rules(base));
  Counts counts;
  std::uint64_t seed = 8000000;
  std::size_t turn = 0;
  for (const KeyValue& one : samples) {
    for (const KeyValue& other : samples) {
      if (one.key >= other.key) continue;
      // Each pair has its turn at another base, and is played on the first from there that it fits.
      ++turn;
      for (std::size_t i = 0; i < bases.size(); ++i) {
        Rules rules = bases[(turn + i) % bases.size()];
        INFO(rules.id << "+" << one.key << "=" << one.value << "+" << other.key << "=" << other.value);
        set_rule(rules, one.key, one.value);
        set_rule(rules, other.key, other.value);
        const std::string refusal = refusal_of(rules);
        if (refusal.empty()) {
          play_some(rules, ++seed);
          ++counts.played;
          if (!test::test_all()) break;
        } else {
          check_refusal(refusal, {&one, &other});
          ++counts.refused;
        }
      }
    }
  }
  CHECK(counts.played > 15000);
  CHECK(counts.refused > 20000);
  if (test::test_all())
    std::cout << "pairs of keys: " << counts.played << " played, " << counts.refused << " refused\n";
}

}  // namespace key_pairs_test
