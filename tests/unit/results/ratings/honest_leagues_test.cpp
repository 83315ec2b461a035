// Of 1,000 leagues of honest bots, at most 10 may name a bot that recognises deals. These tests take long;
// order_effect_test.cpp has a smaller one.

#include "tests/catch.h"
#include "tests/unit/results/ratings/duplicate_leagues.h"

namespace honest_leagues_test {

using namespace arena;
using namespace arena::test;

TEST_CASE("of 1,000 drawn leagues of honest bots at most 10 name a bot, whatever the table, the field and the length") {
  const DuplicateLeague league = GENERATE(
      DuplicateLeague{4, 2, 40}, DuplicateLeague{4, 3, 14}, DuplicateLeague{4, 4, 10}, DuplicateLeague{4, 4, 500},
      DuplicateLeague{8, 3, 128}, DuplicateLeague{8, 4, 40}, DuplicateLeague{8, 5, 80}, DuplicateLeague{8, 6, 16},
      DuplicateLeague{20, 3, 80}, DuplicateLeague{20, 4, 50}, DuplicateLeague{20, 5, 128});
  const int named = count_suspicious(draw_league, league, 1000);
  CAPTURE(league.bots, league.seats, league.blocks, named);
  CHECK(named <= 10);
}

TEST_CASE("of 1,000 leagues of recorded games in a new order at most 10 name a bot") {
  const DuplicateLeague league{.blocks = GENERATE(10, 16, 40, 128, 500)};
  const int named = count_suspicious(shuffle_recorded_league, league, 1000);
  CAPTURE(league.blocks, named);
  CHECK(named <= 10);
}

}  // namespace honest_leagues_test
