#include "sample_bots/monte_carlo_cpp/worth.h"

#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"

namespace worth_test {

// What the Monte Carlo bot plays for.

namespace {

using namespace hearts;
using namespace hearts::test;
using monte::Worth;

}  // namespace

TEST_CASE("fewer points are better, and so are more points of the others") {
  const GameRules game(rules_of("black-lady@4"));
  const Worth worth(game, 1, false);
  CHECK(worth.of({10, 20, 20, 20}, 0) > worth.of({11, 20, 20, 20}, 0));
  CHECK(worth.of({10, 20, 21, 20}, 0) > worth.of({10, 20, 20, 20}, 0));
  CHECK(worth.of({20, 20, 20, 20}, 0) == 0);
}

TEST_CASE("to be ahead when the match ends is worth more than the points") {
  const GameRules game(rules_of("black-lady@4"));
  const Worth worth(game, 1, false);
  const int behind_at_the_end = worth.of({41, 40, 70, 100}, 0);
  const int behind_but_going_on = worth.of({41, 40, 70, 99}, 0);
  const int ahead_at_the_end = worth.of({39, 40, 70, 100}, 0);
  CHECK(ahead_at_the_end - behind_at_the_end > 5 * Worth::kPoint);
  CHECK(behind_but_going_on > behind_at_the_end);
}

TEST_CASE("a tie that is played off is not the end") {
  const GameRules game(rules_of("black-lady@4"));
  const Worth extra(game, 1, true);
  CHECK(extra.of({40, 40, 70, 100}, 0) == extra.of({40, 40, 70, 100}, 1));
  CHECK(extra.of({40, 41, 70, 100}, 0) > extra.of({40, 40, 70, 100}, 0) + 5 * Worth::kPoint);
}

TEST_CASE("the shooter of a moon adds to the others, unless that ends a match he would not win") {
  const GameRules game(rules_of("royal-classic@4"));
  const Worth worth(game, 1, false);
  Tally tally;
  tally.shooter = 2;
  tally.moon_amount = 26;
  tally.penalty = {0, 0, 26, 0};
  const MoonOptions options = moon_options(game, tally, {30, 30, 30, 30});
  REQUIRE(options.count == 2);
  CHECK(worth.choice(tally, options, {5, 5, 0, 5}) == MoonOption::add_others);
  CHECK(worth.choice(tally, options, {20, 90, 70, 30}) == MoonOption::subtract_self);
}

}  // namespace worth_test
