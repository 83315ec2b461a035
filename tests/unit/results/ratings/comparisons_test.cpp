#include "arena/results/ratings/comparisons.h"

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace comparisons_test {

using namespace arena;
using namespace arena::test;

using Ints = std::vector<int>;

TEST_CASE("comparisons are summed over blocks, for the bots that were compared") {
  // Bot 1 plays with copies of itself only, bot 4 not at all.
  const BlockScores scores = made_scores(5, {"0:1 2:2 3:3", "1:0 1:5", "3:6 0:6", "3:6 0:6 0:7"});
  const Comparisons sums = sum_comparisons(scores.complete(), 5);
  CHECK(sums.bots == Ints{0, 2, 3});
  CHECK(sums.position == Ints{0, -1, 1, 2, -1});
  CHECK(sums.blocks == Ints{3, 1, 3});
  CHECK(sums.blocks_total == 3);
  // 0 against 3: won, shared, and in the last game one shared and one lost.
  CHECK(sums.count(0, 2) == 4);
  CHECK(sums.count(2, 0) == 4);
  CHECK(sums.halves(0, 2) == 2 + 1 + 1);
  CHECK(sums.halves(2, 0) == 0 + 1 + 3);
  CHECK(sums.count(0, 0) == 0);
  // 2 points at a table of three, then 0 at one of two, then 0 - 1 at one of three.
  CHECK(sums.margins(0, 2) == 2 + 0 - 1);
  CHECK(sums.margins(2, 0) == -sums.margins(0, 2));
  CHECK(sums.weight(0, 2) == 4);
  CHECK(sums.points(0, 2) == 2);
  CHECK(sums.points(2, 0) == 2);
}

TEST_CASE("groups that never met are told apart") {
  const BlockScores scores = made_scores(5, {"0:1 3:2", "1:1 4:2", "3:0 2:5"});
  CHECK(joined_groups(sum_comparisons(scores.complete(), 5)) == Ints{0, 1, 0, 0, 1});
}

TEST_CASE("bots are level while points go round among them") {
  // 0 beats 1, 1 beats 2, 2 beats 0; 3 loses to 2 alone; 4 shares a place with 3.
  const BlockScores scores = made_scores(5, {"0:1 1:2", "1:1 2:2", "2:1 0:2", "2:1 3:2", "3:1 4:1"});
  const Comparisons sums = sum_comparisons(scores.complete(), 5);
  CHECK(level_groups(sums) == Ints{0, 0, 0, 1, 1});
  CHECK(joined_groups(sums) == Ints{0, 0, 0, 0, 0});
}

}  // namespace comparisons_test
