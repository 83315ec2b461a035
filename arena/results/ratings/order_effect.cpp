#include "arena/results/ratings/order_effect.h"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "arena/results/ratings/estimate.h"
#include "engine/seat.h"

namespace arena {

using hearts::at;

std::vector<OrderEffect> test_order(const BlockList& blocks, int field) {
  struct Sums {
    int blocks = 0;
    double trend = 0;
    double variance = 0;
    double weight = 0;  // sum of (turn - mean turn)^2
  };
  std::vector<Sums> sums(at(field));
  for (const BlockSum* block : blocks) {
    const double games = block->games;
    for (const BotGames& bot : block->bots) {
      if (bot.trend_variance <= 0) continue;  // turns are unknown, there is one game, or all games are alike
      Sums& sum = sums[bot.bot];
      ++sum.blocks;
      sum.trend += bot.trend;
      sum.variance += bot.trend_variance;
      sum.weight += games * (games * games - 1) / 12;
    }
  }
  std::vector<OrderEffect> effects;
  std::vector<double> p_values;
  for (std::size_t bot = 0; bot < sums.size(); ++bot) {
    const Sums& sum = sums[bot];
    if (sum.blocks < kOrderBlocksMin) continue;
    const double p = std::erfc(sum.trend / std::sqrt(sum.variance) / std::numbers::sqrt2) / 2;
    effects.push_back({static_cast<int>(bot), sum.blocks, sum.trend / sum.weight, p, 1});
    p_values.push_back(p);
  }
  const std::vector<double> corrected = holm(p_values);
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i].p_holm = corrected[i];
  return effects;
}

}  // namespace arena
