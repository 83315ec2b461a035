// Bots with very different numbers of blocks: some play a whole league, others only its last blocks. "[.unequal]" prints
// a table. With the degrees of freedom of the plain mean, old bots beside a new one were covered in .99 of leagues by
// intervals that were 1.4 times too wide, and in .91 with a new bot among the anchors.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "arena/game/schedule/schedule.h"
#include "arena/results/ratings/anchors.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/standings.h"
#include "engine/seat.h"
#include "tests/catch.h"
#include "tests/unit/simulation/simulated_league.h"

namespace unequal_blocks_test {

using namespace arena;
using hearts::at;

namespace {

struct UnequalLeague {
  int old_bots = 6;
  int new_bots = 1;
  int old_blocks = 200;      ///< of the old bots alone
  int new_blocks = 4;        ///< of all bots, after that
  bool has_anchors = false;  ///< an old bot and a new one
};

/// The share of the intervals of some bots that held the truth, and their mean width.
struct Held {
  int intervals = 0;
  int held = 0;
  double width = 0;

  void add(double off, double half_width) {
    ++intervals;
    held += std::abs(off) <= half_width ? 1 : 0;
    width += half_width;
  }
  double share() const { return static_cast<double>(held) / intervals; }
};

void add_blocks(const SimulatedLeague& league, const std::vector<int>& bots, int count, const std::string& run,
                hearts::Random& random, BlockScores& scores) {
  if (count == 0) return;
  Scheduler scheduler({{{4, 1, bots}}, {}, run, 0});
  std::vector<Block> blocks;
  for (int block = 0; block < count; ++block) blocks.push_back(scheduler.next());
  for (const RatedGame& game : league.play(blocks, run, random)) scores.add(game);
}

/// The figures of the old bots against the truth, relative to the same anchors or weighted mean.
Held played(const UnequalLeague& kind, int leagues) {
  const int bots = kind.old_bots + kind.new_bots;
  std::vector<int> all(at(bots));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> old(all.begin(), all.begin() + kind.old_bots);
  Field field{std::vector<std::string>(at(bots), "bot"), {"variant"}, {}};
  std::vector<Anchor> fixed;
  if (kind.has_anchors) fixed = {{0, kEloAnchor}, {bots - 1, kEloAnchor}};
  field.anchors = fixed;
  hearts::Random random = random_from("unequal " + std::to_string(bots) + std::to_string(kind.new_blocks));
  Held held;
  for (int number = 0; number < leagues; ++number) {
    const SimulatedLeague league(bots, random, 0.5);
    BlockScores scores(bots, 1);
    add_blocks(league, old, kind.old_blocks, "old" + std::to_string(number), random, scores);
    add_blocks(league, all, kind.new_blocks, "new" + std::to_string(number), random, scores);
    const Comparisons comparisons = sum_comparisons(scores.complete(), bots);
    if (comparisons.size() < bots) continue;
    const Anchors anchors(comparisons, fit_strengths(comparisons), fixed);
    const std::vector<double> truth = league.true_elo();
    const double mean = std::inner_product(truth.begin(), truth.end(), anchors.weights().begin(), 0.0);
    for (const StandingsRow& row : rate(scores, field).overall.rows) {
      if (row.bot >= kind.old_bots || !row.elo.plus_minus) continue;
      held.add(row.elo.value - kEloAnchor - (truth[at(row.bot)] - mean), *row.elo.plus_minus);
    }
  }
  return held;
}

}  // namespace

TEST_CASE("bots that have played much are covered in 95% of leagues beside bots with few blocks") {
  for (const UnequalLeague& kind :
       {UnequalLeague{}, {.new_bots = 2, .old_blocks = 100, .new_blocks = 8, .has_anchors = true}}) {
    const Held held = played(kind, 500);
    INFO(kind.new_bots << " new bots, " << kind.new_blocks << " blocks: " << held.share() << " of " << held.intervals);
    CHECK(held.share() > 0.93);
    CHECK(held.share() < 0.97);
  }
}

TEST_CASE("coverage of old bots beside new ones, as a table", "[.unequal]") {
  std::printf("old bots  blocks  new bots  blocks  anchors   coverage  mean half width\n");
  for (const UnequalLeague& kind : {UnequalLeague{},
                                    {.new_bots = 2, .old_blocks = 100, .new_blocks = 6},
                                    {.new_bots = 2, .old_blocks = 100, .new_blocks = 12},
                                    {.old_bots = 12, .new_bots = 4, .old_blocks = 300, .new_blocks = 12},
                                    {.old_bots = 4, .new_bots = 4, .old_blocks = 60, .new_blocks = 8},
                                    {.new_bots = 2, .old_blocks = 100, .new_blocks = 8, .has_anchors = true},
                                    {.old_bots = 8, .new_bots = 0, .old_blocks = 48, .new_blocks = 0}}) {
    const Held held = played(kind, 1500);
    std::printf("%8d  %6d  %8d  %6d  %7s   %8.3f  %15.1f\n", kind.old_bots, kind.old_blocks, kind.new_bots,
                kind.new_blocks, kind.has_anchors ? "yes" : "no", held.share(), held.width / held.intervals);
  }
}

}  // namespace unequal_blocks_test
