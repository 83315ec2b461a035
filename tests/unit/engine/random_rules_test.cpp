#include "tests/unit/engine/random_rules.h"

#include <iostream>

#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "tests/catch.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/side_by_side.h"
#include "tests/unit/engine/test_all.h"

namespace random_rules_test {

// Rules far from every variant: what the keys mean must not depend on the company they keep. HEARTS_TEST_ALL=1 in the
// environment plays many more.

namespace {

using namespace hearts;

Rules set_from_text(const Rules& rules) {
  Rules again;
  for (const RuleKey& key : rule_keys()) {
    if (key.set != nullptr) key.set(again, key.get(rules));
  }
  return again;
}

}  // namespace

TEST_CASE("rules put together at random are played as the naive model plays them") {
  const int rounds = test::test_all() ? 200000 : 3000;
  test::Seen seen;
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t seed = 10000000 + static_cast<std::uint64_t>(round);
    Random random(test::seed_of(seed));
    const Rules rules = test::random_rules(random);
    INFO("seed " << seed << "\n" << rules_text(rules));
    try {
      const GameRules game(rules);
      REQUIRE(rules_text(set_from_text(rules)) == rules_text(rules));
      test::play_match(game, 4, random, seen);
    } catch (const RulesError& error) {
      INFO(error.what());
      REQUIRE(std::string(error.what()).find(" has no card in the pack") != std::string::npos);
      ++refused;
    } catch (const std::exception& error) {
      FAIL(error.what());
    }
  }
  CHECK(refused < rounds / 20);
  for (const char* event :
       {"moon", "moon in two hands", "moon with the kitty", "Joker played", "floor", "sinkhole", "total below zero",
        "shared win", "further hand", "cards set aside", "two-hand deal", "choice subtract_self, add_others first"}) {
    INFO(event);
    CHECK(seen[event] > 0);
  }
  if (rounds > 3000) std::cout << "rules at random: " << rounds - refused << " played, " << refused << " refused\n";
}

}  // namespace random_rules_test
