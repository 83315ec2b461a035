#include "arena/results/ratings/duel.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "arena/results/ratings/sequential_interval.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// Blocks that are all alike show no variance, and would prove too much. One block in so many as there are may still
/// differ from them all without having been seen. It is assumed to differ by all or nothing of a block's points, or by
/// this many times the difference between the hypotheses.
constexpr double kUnseenShare = 0.5;
constexpr double kUnseenMargin = 5;

bool is_elo(const SequentialTest& test) { return test.measure == SequentialTest::Measure::elo; }

double mean_under(double hypothesis, const SequentialTest& test) {
  return is_elo(test) ? 1 / (1 + std::pow(10, -hypothesis / 400)) : hypothesis;
}

/// Returns a share of `count` things, limited to where it would be if half a thing more had gone to the other side.
double inside(double share, double count) {
  const double least = 0.5 / (count + 1);
  return std::clamp(share, least, 1 - least);
}

/// Weighted sums over blocks.
class DuelSums {
 public:
  explicit DuelSums(const SequentialTest& test)
      : test_(test), low_(mean_under(test.low, test)), high_(mean_under(test.high, test)) {}

  void add(const PairSum& pair, int games) {
    ++blocks_;
    const double comparisons = pair.comparisons;
    const double share = pair.halves / 2.0 / comparisons;
    const double x = is_elo(test_) ? share : pair.margin / comparisons;
    const double weight = test_.version == 1 ? 1 : games;
    if (pair.halves != pair.comparisons || pair.margin != 0) is_level_ = false;
    comparisons_ += comparisons;
    weights_ += weight;
    squared_weights_ += weight * weight;
    shares_ += weight * share;
    sum_ += weight * x;
    squared_weights_sum_ += weight * weight * x;
    squares_ += weight * weight * x * x;
  }

  int blocks() const { return blocks_; }

  double llr() const {
    if (blocks_ == 0) return 0;
    const double above_middle = 2 * mean() - low_ - high_;
    return std::abs(above_middle) < kErrorFloor ? 0 : (high_ - low_) * above_middle / (2 * variance());
  }

  /// The standard deviation of what a look adds to the LLR, of so many looks.
  double llr_step(int looks) const {
    return blocks_ == 0 || looks == 0 ? 0 : (high_ - low_) / std::sqrt(variance() * looks);
  }

  /// The figures; after a stop at the last of so many looks, between the bounds of the LLR. 0 looks: somebody looks
  /// again and again.
  DuelFigures figures(int looks, double lower, double upper) const {
    if (blocks_ == 0) return {};
    if (is_level_) return {.blocks = blocks_, .share = 0.5, .identical = true};
    DuelFigures figures{blocks_, shares_ / weights_, mean()};
    const double deviation = std::sqrt(variance());
    const double degrees = equal_blocks() - 1;
    const Looks in_progress{Looks::Kind::open};
    std::optional<double> half;
    if (degrees >= kLiveDegreesMin) half = half_width({0, deviation, degrees}, looks > 0 ? Looks{} : in_progress);
    if (const double step = llr_step(looks); looks > 0 && blocks_ >= kDuelBlocksMin) {
      const DriftInterval drift = drift_after_stop({looks, lower / step, upper / step, llr() / step});
      const double unit = deviation * std::sqrt(looks);
      figures.difference = (low_ + high_) / 2 + unit * drift.middle();
      // The variance is not known but estimated.
      if (half) half = unit * drift.half_width() * *half / (deviation * normal_quantile(0.975));
    }
    double scale = 1;
    if (is_elo(test_)) {
      // A share of 0 or 1 would give an infinite Elo, so it is limited by half a comparison. The width is computed from
      // blocks, so its limit is half a block.
      const double share = inside(figures.difference, comparisons_);
      figures.difference = kEloUnit * std::log(share / (1 - share));
      const double for_width = inside(share, equal_blocks());
      scale = kEloUnit / (for_width * (1 - for_width));
    }
    if (half) figures.plus_minus = scale * *half;
    return figures;
  }

 private:
  double mean() const { return sum_ / weights_; }
  /// How many blocks of equal size would tell as much (Kish 1965).
  double equal_blocks() const { return weights_ * weights_ / squared_weights_; }
  /// The variance of the mean.
  double variance() const {
    const double blocks = equal_blocks();
    const double unseen = (is_elo(test_) ? kUnseenShare : kUnseenMargin * (high_ - low_)) / blocks;
    const double least = unseen * unseen;
    if (blocks_ < 2) return least;
    const double m = mean();
    const double spread = squares_ - 2 * m * squared_weights_sum_ + m * m * squared_weights_;
    return std::max(least, blocks / (blocks - 1) * spread / (weights_ * weights_));
  }

  SequentialTest test_;
  double low_;
  double high_;
  int blocks_ = 0;
  bool is_level_ = true;
  double comparisons_ = 0;
  double weights_ = 0;
  double squared_weights_ = 0;
  double shares_ = 0;
  double sum_ = 0;
  double squared_weights_sum_ = 0;
  double squares_ = 0;
};

/// What a block shows about the two bots; null if they did not meet in it.
const PairSum* pair_of(const BlockSum& block) {
  const auto found = std::ranges::find_if(block.pairs, [](const PairSum& one) { return one.first == 0; });
  return found != block.pairs.end() && found->second == 1 ? &*found : nullptr;
}

/// One reading of the blocks of a duel, in order.
class Judge {
 public:
  Judge(const SequentialTest& test, int variants)
      : test_(test),
        wald_lower_(std::log(test.beta / (1 - test.alpha))),
        wald_upper_(std::log((1 - test.beta) / test.alpha)),
        all_(test),
        by_variant_(at(variants), DuelSums(test)) {}

  bool is_decided() const { return state_.verdict != DuelVerdict::undecided; }

  void add(const BlockSum& block) {
    const PairSum* pair = pair_of(block);
    if (pair == nullptr) return;
    all_.add(*pair, block.games);
    by_variant_[block.variant].add(*pair, block.games);
    for (const BotGames& bot : block.bots) {
      if (bot.bot >= state_.sides.size()) continue;
      state_.sides[bot.bot].seats += bot.placement.seats;
      state_.sides[bot.bot].forfeits += bot.forfeits;
    }
  }

  void look(int number) {
    ++looks_;
    set_bounds();
    // With few looks both bounds can be 0, and an LLR of 0 favours neither hypothesis.
    const bool is_stronger = state_.llr > 0 && state_.llr >= state_.upper;
    const bool is_not_stronger = state_.llr < 0 && state_.llr <= state_.lower;
    if (all_.blocks() < kDuelBlocksMin || (!is_stronger && !is_not_stronger)) return;
    decide(is_stronger ? DuelVerdict::stronger : DuelVerdict::not_stronger);
    state_.ended_at = number;
  }

  /// `blocks_a_look`: how many blocks there are between two looks on average.
  DuelState finish(bool is_over, double blocks_a_look) {
    if (!is_decided()) {
      if (!is_over) looks_ = std::max(1, static_cast<int>(std::lround(all_.blocks() / blocks_a_look)));
      set_bounds();
      if (is_over) decide(DuelVerdict::undecided);
    }
    state_.all = all_.figures(is_over || is_decided() ? looks_ : 0, state_.lower, state_.upper);
    if (by_variant_.size() == 1) {
      state_.by_variant = {state_.all};
    } else {
      for (const DuelSums& sums : by_variant_) state_.by_variant.push_back(sums.figures(0, 0, 0));
    }
    return std::move(state_);
  }

 private:
  void set_bounds() {
    const double overshoot = test_.version == 1 ? 0 : kOvershoot * all_.llr_step(looks_);
    state_.llr = all_.llr();
    state_.lower = std::min(0.0, wald_lower_ + overshoot);
    state_.upper = std::max(0.0, wald_upper_ - overshoot);
  }

  void decide(DuelVerdict verdict) {
    const auto spoils = [&](const DuelSeats& side) { return forfeits_too_often(side, test_); };
    state_.verdict = std::ranges::any_of(state_.sides, spoils) ? DuelVerdict::no_result : verdict;
  }

  SequentialTest test_;
  double wald_lower_;
  double wald_upper_;
  DuelSums all_;
  std::vector<DuelSums> by_variant_;
  int looks_ = 0;
  DuelState state_;
};

}  // namespace

DuelState judge_duel(const BlockScores& scores, const std::string& run, const SequentialTest& test,
                     const std::vector<int>& looks, int reached) {
  Judge judge(test, scores.variants());
  auto next = looks.begin();
  const auto look_before = [&](int number) {
    for (; next != looks.end() && *next <= std::min(number, reached) && !judge.is_decided(); ++next) judge.look(*next);
  };
  for (const auto& [number, block] : scores.complete_of(run)) {
    look_before(number);
    if (judge.is_decided()) break;
    judge.add(*block);
  }
  look_before(looks.back());
  return judge.finish(reached >= looks.back(), static_cast<double>(looks.back()) / static_cast<double>(looks.size()));
}

bool forfeits_too_often(const DuelSeats& side, const SequentialTest& test) {
  return test.version > 1 && side.forfeits > test.forfeits_max * side.seats;
}

}  // namespace arena
