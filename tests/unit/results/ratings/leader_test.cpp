#include <random>

#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace leader_test {

using namespace arena;
using namespace arena::test;

TEST_CASE("the leader so far is the first of the overall table") {
  std::mt19937_64 random(8);
  const MadeTournament tournament{{{0.6, 0.3, 0.0, -0.3, -0.6}, {-0.6, 0.3, 0.0, -0.3, 0.6}}, 4, 40};
  const auto games = tournament.play(random);
  BlockScores scores(5, 2);
  CHECK_FALSE(leader_of(scores));
  int leaders = 0;
  for (const RatedGame& game : games) {
    scores.add(game);
    const StandingsTable overall = rate(scores, made_field(5, 2)).overall;
    const auto leader = leader_of(scores);
    REQUIRE(leader.has_value() == !overall.rows.empty());
    if (!leader) continue;
    ++leaders;
    CHECK(leader->bot == overall.rows[0].bot);
    CHECK(leader->elo.value == overall.rows[0].elo.value);
    CHECK(leader->elo.plus_minus == overall.rows[0].elo.plus_minus);
  }
  CHECK(leaders > 100);
}

TEST_CASE("equals lead in the order of the field, and none leads who never met another") {
  // Bot 0 plays against itself alone.
  CHECK_FALSE(leader_of(made_scores(1, {"0:3 0:5"})));
  const auto leader = leader_of(made_scores(4, {"0:1 0:2", "3:4 2:4 1:9", "2:0 3:0 1:1"}));
  REQUIRE(leader);
  CHECK(leader->bot == 2);
}

TEST_CASE("a disqualified bot is last, without a rank, and the ratings of all stay the same") {
  std::mt19937_64 random(9);
  const MadeTournament tournament{{{0.6, 0.3, 0.0, -0.3}}, 4, 40};
  const BlockScores scores = scores_of(tournament.play(random), 4);
  Field field = made_field(4);
  const StandingsTable all = rate(scores, field).overall;
  REQUIRE(all.rows[0].bot == 0);
  field.statuses[0] = {BotState::disqualified, "2031-05-17T07:30:00Z", "it cheated"};
  field.statuses[1] = {BotState::withdrawn, "2031-05-17T07:30:00Z", "its author asked"};
  const StandingsTable table = rate(scores, field).overall;
  REQUIRE(table.rows.size() == 4);
  CHECK(table.rows[0].bot == 1);
  CHECK(table.rows[0].rank == 1);
  CHECK(table.rows[0].rank_best == 1);
  CHECK(table.rows[2].rank == 3);
  CHECK(table.rows[2].rank_worst == 3);
  CHECK_FALSE(table.rows[2].los_next);
  CHECK(table.rows[3].bot == 0);
  CHECK_FALSE(table.rows[3].is_ranked);
  CHECK(table.rows[3].elo.value == all.rows[0].elo.value);
  CHECK(table.rows[0].elo.value == all.rows[1].elo.value);
  CHECK(leader_of(scores, field)->bot == 1);
}

}  // namespace leader_test
