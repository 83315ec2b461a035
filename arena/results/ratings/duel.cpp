#include "arena/results/ratings/duel.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// The variance is at least this. Blocks that are all alike show no variance, and would prove too much.
constexpr double kVarianceFloor = 1e-4;

/// Sums over blocks.
struct DuelSums {
  SequentialTest::Measure measure;
  int blocks = 0;
  double shares = 0;
  double sum = 0;
  double squares = 0;

  void add(const PairSum& pair) {
    ++blocks;
    const double comparisons = pair.comparisons;
    const double share = pair.halves / 2.0 / comparisons;
    const double x = measure == SequentialTest::Measure::elo ? share : pair.margin / comparisons;
    shares += share;
    sum += x;
    squares += x * x;
  }

  double mean() const { return sum / blocks; }
  /// The variance of one block.
  double variance() const {
    if (blocks < 2) return kVarianceFloor;
    const double spread = squares - sum * mean();
    return std::max(spread / (blocks - 1), kVarianceFloor);
  }

  DuelFigures figures() const {
    if (blocks == 0) return {};
    DuelFigures figures{blocks, shares / blocks, {mean(), std::nullopt}};
    double scale = 1;
    if (measure == SequentialTest::Measure::elo) {
      // Half a block is added to each side, so that a share of 0 or 1 gives a finite Elo: the difference is at least
      // that large.
      const double share = (sum + 0.5) / (blocks + 1.0);
      figures.difference.value = kEloUnit * std::log(share / (1 - share));
      scale = kEloUnit / (share * (1 - share));
    }
    if (blocks >= 2)
      figures.difference.plus_minus = half_width({0, scale * std::sqrt(variance() / blocks), blocks - 1.0});
    return figures;
  }
};

double mean_under(double hypothesis, SequentialTest::Measure measure) {
  return measure == SequentialTest::Measure::elo ? 1 / (1 + std::pow(10, -hypothesis / 400)) : hypothesis;
}

double llr_of(const DuelSums& sums, const SequentialTest& test) {
  if (sums.blocks == 0) return 0;
  const double low = mean_under(test.low, test.measure);
  const double high = mean_under(test.high, test.measure);
  return sums.blocks * (high - low) * (2 * sums.mean() - low - high) / (2 * sums.variance());
}

/// What a block shows about the two bots; null if they did not meet in it.
const PairSum* pair_of(const BlockSum& block) {
  const auto found = std::ranges::find_if(block.pairs, [](const PairSum& one) { return one.first == 0; });
  return found != block.pairs.end() && found->second == 1 ? &*found : nullptr;
}

}  // namespace

DuelState judge_duel(const BlockScores& scores, const std::string& run, const SequentialTest& test,
                     const std::vector<int>& looks) {
  DuelState state;
  state.lower = std::log(test.beta / (1 - test.alpha));
  state.upper = std::log((1 - test.beta) / test.alpha);
  DuelSums all{test.measure};
  std::vector<DuelSums> by_variant(at(scores.variants()), all);
  auto look = looks.begin();
  const auto evaluate_looks = [&](int number) {
    for (; look != looks.end() && *look <= number && state.verdict == DuelVerdict::undecided; ++look) {
      if (all.blocks < kDuelBlocksMin) continue;
      const double llr = llr_of(all, test);
      if (llr > state.lower && llr < state.upper) continue;
      state.verdict = llr >= state.upper ? DuelVerdict::stronger : DuelVerdict::not_stronger;
      state.ended_at = *look;
    }
  };
  for (const auto& [number, block] : scores.complete_of(run)) {
    evaluate_looks(number);
    if (state.verdict != DuelVerdict::undecided) break;
    if (const PairSum* pair = pair_of(*block)) {
      all.add(*pair);
      by_variant[block->variant].add(*pair);
    }
  }
  if (!looks.empty()) evaluate_looks(looks.back());
  state.llr = llr_of(all, test);
  state.all = all.figures();
  for (const DuelSums& sums : by_variant) state.by_variant.push_back(sums.figures());
  return state;
}

}  // namespace arena
