#include "arena/results/ratings/block_scores.h"

#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace placement_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

TEST_CASE("places are summed over seats, and shared ones shared") {
  // Bot 0 is first alone, then first with 1 and 2; bot 3 has two seats, the last place and one shared by two.
  const auto placements =
      placements_of({made_game(0, 0, 2, "0:1 1:5 2:5 3:9"), made_game(0, 1, 2, "0:1 1:1 2:1 3:7 3:7")});
  CHECK(placements.at(0).seats == 2);
  CHECK(placements.at(0).place_halves == 2 * 1 + 2 * 2);
  CHECK(placements.at(0).firsts == 60 + 20);
  CHECK(placements.at(1).place_halves == 5 + 4);  // second shared by two: 2.5
  CHECK(placements.at(1).firsts == 20);
  CHECK(placements.at(3).seats == 3);
  CHECK(placements.at(3).place_halves == 2 * 4 + 2 * 9);
  CHECK(placements.at(3).firsts == 0);
}

TEST_CASE("the table has mean places and firsts") {
  const Standings standings =
      rate(made_scores(3, {"0:1 1:2 2:3", "0:1 1:2 2:3", "1:1 0:2 2:3", "0:4 1:4 2:9"}), made_field(3));
  const StandingsRow& first = standings.overall.rows[0];
  CHECK(first.bot == 0);
  CHECK(first.seats == 4);
  CHECK(first.place == Approx((1 + 1 + 2 + 1.5) / 4));
  CHECK(first.firsts == Approx(2.5 / 4));
  CHECK(standings.overall.rows[2].place == 3);
  CHECK(standings.overall.rows[2].firsts == 0);
}

TEST_CASE("ranks that a bot may have are bounded by those that are surely better or worse") {
  std::vector<std::string> games;
  for (int block = 0; block < 60; ++block) games.push_back(block % 2 == 0 ? "0:1 1:2 2:9" : "1:1 0:2 2:9");
  const Standings standings = rate(made_scores(3, games), made_field(3));
  const auto& rows = standings.overall.rows;
  CHECK(rows[2].bot == 2);
  CHECK(rows[2].rank_best == 3);
  CHECK(rows[2].rank_worst == 3);
  CHECK(rows[0].rank_best == 1);
  CHECK(rows[0].rank_worst == 2);
  // What is not known leaves room for every rank.
  const Standings islands = rate(made_scores(4, {"0:1 1:2", "2:1 3:2"}), made_field(4));
  for (const StandingsRow& row : islands.overall.rows) {
    CHECK(row.rank_best == 1);
    CHECK(row.rank_worst == 4);
  }
}

}  // namespace placement_test
