#include <algorithm>

#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/side_by_side.h"

namespace differential_test {

// Half of the hands are played so that somebody is likely to shoot the moon, and half of the matches to a low limit, so
// that ties come up.

namespace {

using namespace hearts;
using test::Seen;

void play_configuration(const std::string& id, int hands, std::uint64_t seed, Seen& seen) {
  Random random(test::seed_of(seed));
  Rules rules = test::rules_of(id);
  const GameRules full(rules);
  rules.match_limit = 20;
  const GameRules quick(rules);
  const int before = seen["hands"];
  for (int round = 0; seen["hands"] - before < hands; ++round) {
    INFO(id << ", seed " << seed << ", match " << round);
    test::play_match(round % 2 == 0 ? quick : full, 30, random, seen);
  }
}

}  // namespace

TEST_CASE("engine and naive model play every configuration alike") {
  Seen seen;
  std::uint64_t seed = 1000;
  const std::vector<std::string>& listed = test::KeyTables::get().ids();
  for (const std::string& id : test::configurations_with_options()) {
    const bool is_listed = std::find(listed.begin(), listed.end(), id) != listed.end();
    INFO(id << ", seed " << seed);
    REQUIRE_NOTHROW(play_configuration(id, is_listed ? 150 : 90, seed++, seen));
    CHECK(seen["moon of " + id] > 0);
  }
  for (const char* event :
       {"choice of a hand", "choice subtract_self, subtract_self first", "choice add_others, subtract_self first",
        "choice subtract_self, add_others first", "choice add_others, add_others first", "two-hand deal",
        "moon in two hands", "kitty", "moon with the kitty", "cards set aside", "Joker played", "floor", "sinkhole",
        "total below zero", "shared win", "further hand", "tie played off"}) {
    INFO(event);
    CHECK(seen[event] > 0);
  }
}

}  // namespace differential_test
