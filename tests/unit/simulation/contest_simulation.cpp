#include "tests/unit/simulation/contest_simulation.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "arena/game/schedule/schedule.h"
#include "arena/results/ratings/contenders.h"
#include "engine/seat.h"
#include "tests/unit/simulation/simulated_league.h"

namespace arena {

using hearts::at;

ContestEnd play_contest(const ContestKind& kind, const std::string& seed) {
  hearts::Random random = random_from(seed);
  const SimulatedLeague league(kind.bots, random, kind.spread);
  const std::vector<double> elo = league.true_elo();
  std::vector<int> current(at(kind.bots));
  std::iota(current.begin(), current.end(), 0);
  std::vector<int> truly_first = current;
  std::ranges::stable_sort(truly_first, std::ranges::greater(), [&](int bot) { return elo[at(bot)]; });
  truly_first.resize(at(kind.first));

  BlockScores scores(kind.bots, 1);
  ContestEnd end;
  while (end.blocks < kind.blocks_max) {
    // A stage: until bots are left out.
    Scheduler scheduler({{{4, 1, current}}, {}, seed + std::to_string(end.blocks), end.blocks});
    std::vector<int> outclassed;
    while (outclassed.empty() && end.blocks < kind.blocks_max) {
      std::vector<Block> chunk;
      for (int block = 0; block < kind.chunk_blocks; ++block) chunk.push_back(scheduler.next());
      for (RatedGame& game : league.play(chunk, "r", random)) scores.add(std::move(game));
      end.blocks += kind.chunk_blocks;
      const Contest contest{kind.first, current, kind.bots};
      outclassed = find_outclassed(scores.complete(), kind.bots, 1, contest);
      if (kind.is_full && std::ssize(current) - std::ssize(outclassed) > kind.first) outclassed.clear();
    }
    for (const int bot : outclassed) {
      std::erase(current, bot);
      end.has_lost_one = end.has_lost_one || std::ranges::find(truly_first, bot) != truly_first.end();
    }
    end.is_settled = std::ssize(current) == kind.first;
    if (end.is_settled) break;
  }
  return end;
}

}  // namespace arena
