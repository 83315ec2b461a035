#include "arena/results/ratings/contenders.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

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

std::vector<int> find_outclassed(const BlockScores& scores, const Manifest& stage, const std::vector<int>& bots,
                                 int end_block) {
  BlockList blocks;
  for (const std::string& run : scores.runs()) {
    for (const auto& [number, block] : scores.complete_of(run)) {
      if (number < end_block) blocks.push_back(block);
    }
  }
  const int all = static_cast<int>(bots.size() + stage.stage.outclassed.size());
  std::vector<int> found = find_outclassed(blocks, scores.bots(), scores.variants(), {stage.until_first, bots, all});
  for (int& bot : found) bot = static_cast<int>(std::ranges::find(bots, bot) - bots.begin());
  return found;
}

FirstBots find_first_bots(const BlockScores& scores, const Manifest& stage, const std::vector<int>& bots,
                          std::map<int, int> left_at) {
  FirstBots first{stage.until_first, bots, std::move(left_at)};
  for (const int i : find_outclassed(scores, stage, bots, std::numeric_limits<int>::max())) {
    std::erase(first.contenders, bots[at(i)]);
    first.left_at[bots[at(i)]] = static_cast<int>(scores.complete().size());
  }
  return first;
}

}  // namespace arena
