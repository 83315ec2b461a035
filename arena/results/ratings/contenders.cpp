#include "arena/results/ratings/contenders.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "engine/seat.h"

namespace arena {

using hearts::at;

std::vector<int> find_outclassed(const BlockList& blocks, int field, int variants, const Contest& contest) {
  const Comparisons comparisons = sum_comparisons(blocks, field, weights_by_blocks(blocks, variants));
  const Estimate elo = estimate_elo(blocks, comparisons);
  const double n = contest.first;
  const double tests = n * (2.0 * contest.bots - n - 1) / 2;
  const auto is_stronger = [&](int bot, int than) {
    const int i = comparisons.position[at(bot)];
    const int j = comparisons.position[at(than)];
    const std::optional<Measured> difference = i < 0 || j < 0 ? std::nullopt : against(elo, i, j);
    if (!difference || difference->value <= 0) return false;
    return tests * p_value(*difference, {Looks::Kind::open}).value_or(2) / 2 <= kLeftOutLevel;
  };
  std::vector<int> outclassed;
  for (const int bot : contest.current) {
    const auto stronger =
        std::ranges::count_if(contest.current, [&](int other) { return other != bot && is_stronger(other, bot); });
    if (stronger >= contest.first) outclassed.push_back(bot);
  }
  return outclassed;
}

}  // namespace arena
