#include "arena/league/plan/expected_errors.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// The factors by which errors are larger than with independent comparisons. Comparisons of one game depend on each
/// other: if nothing else mattered, the factor would be the square root of half the seats. Duplicate deals make it
/// smaller, and strong and weak bots beside those in the middle make it larger.
struct BlockEffect {
  double elo = 1;
  double margin = 1;  ///< also allows for the sample bots' spread, which differs from that of random play
};

/// The factors for 2 to 6 seats. They are means over 86 leagues of five to seven sample bots and starters, with 1, 4 or
/// 8 hands a game, 11 variants, and 100 blocks of each bot: the interval that `rate` printed for bots within 80 Elo of
/// the mean, divided by that of independent comparisons. The factors of Elo rise with the hands by some 20%, from 0.87
/// to 1.07 at two seats and from 1.22 to 1.28 at four; those of the margin hardly depend on them.
BlockEffect block_effect(int seats) {
  static constexpr std::array<BlockEffect, 5> kEffects = {
      {{0.97, 0.81}, {1.13, 1.12}, {1.24, 1.36}, {1.36, 1.50}, {1.42, 1.56}}};
  return kEffects[at(std::clamp(seats, 2, 6) - 2)];
}

}  // namespace

void ExpectedErrors::add(double blocks, double places, double comparisons, int seats, double spread) {
  if (comparisons <= 0) return;
  const BlockEffect effect = block_effect(seats);
  blocks_ += blocks;
  places_ += places;
  elo_ += std::pow(blocks * effect.elo * 2 * kEloUnit, 2) / comparisons;
  margin_ += std::pow(blocks * effect.margin * spread, 2) / comparisons;
}

/// One standard error of a bot.
std::optional<double> ExpectedErrors::error(double sum, int bots) const {
  if (bots < 2 || blocks_ <= 0) return std::nullopt;
  return std::sqrt(bots * sum) / blocks_ * (bots - 1) / bots;
}

/// The half width if there were `times` as many blocks.
std::optional<double> ExpectedErrors::width(double sum, int bots, double times) const {
  const std::optional<double> one = error(sum, bots);
  const double blocks = std::floor(places_ * times / bots);
  if (!one || blocks < 3) return std::nullopt;
  Measured middle;
  middle.error = *one / std::sqrt(times);
  middle.degrees = blocks - 1;
  return half_width(middle);
}

ExpectedWidths ExpectedErrors::widths(int bots) const { return {width(elo_, bots, 1), width(margin_, bots, 1)}; }

std::optional<double> ExpectedErrors::blocks_for(double elo, int bots) const {
  const std::optional<double> now = error(elo_, bots);
  if (!now) return std::nullopt;
  // Student's quantile depends on the number of blocks. It is nearly the normal one where the interval is narrow, so
  // one correction is enough.
  double times = std::pow(*now * normal_quantile(0.975) / elo, 2);
  if (const std::optional<double> then = width(elo_, bots, times)) times *= std::pow(*then / elo, 2);
  return blocks_ * times;
}

}  // namespace arena
