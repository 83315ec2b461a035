#include "arena/results/ratings/sequential_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace arena {
namespace {

/// The probability outside either limit.
constexpr double kOutside = 0.025;
/// More looks are computed as if they were this many: the sum then hardly moves between two.
constexpr int kLooksMax = 64;
/// The width of the cells on which the sum is distributed. The error of a limit is about width^2 / 24 of its width.
constexpr double kCell = 0.25;
/// A narrower cell has no room for anything.
constexpr double kCellMin = 1e-6;
/// Bounds further away are never reached in kLooksMax looks.
constexpr double kFar = 100;
/// A step of a normal variable is never this many deviations from its mean.
constexpr double kStepMax = 7;

double normal_below(double x) { return std::erfc(-x * std::numbers::sqrt2 / 2) / 2; }

/// The distribution of a sum between two bounds, over cells of equal width.
class BoundedSum {
 public:
  BoundedSum(double lower, double upper, double drift)
      : lower_(lower),
        drift_(drift),
        upper_(upper),
        mass_(static_cast<std::size_t>(std::max(1.0, std::ceil((upper - lower) / kCell)))),
        width_(std::max(kCellMin, (upper - lower) / static_cast<double>(mass_.size()))) {
    for (std::size_t cell = 0; cell < mass_.size(); ++cell) mass_[cell] = within(middle(cell) - drift);
    // A step of `d` cells, from the middle of one to anywhere in the other.
    reach_ = static_cast<int>(std::ceil((kStepMax + std::abs(drift)) / width_));
    reach_ = std::min(reach_, static_cast<int>(mass_.size()) - 1);
    for (int d = -reach_; d <= reach_; ++d) steps_.push_back(within(d * width_ - drift));
  }

  /// The probability that the next step leads above x.
  double above(double x) const {
    double sum = 0;
    for (std::size_t cell = 0; cell < mass_.size(); ++cell)
      sum += mass_[cell] * normal_below(middle(cell) + drift_ - x);
    return sum;
  }

  /// Makes one step. Returns the probability that it leads above the upper bound.
  double step() {
    const double over = above(upper_);
    std::vector<double> next(mass_.size(), 0);
    const int cells = static_cast<int>(mass_.size());
    for (int from = 0; from < cells; ++from) {
      const double mass = mass_[static_cast<std::size_t>(from)];
      const int last = std::min(cells - 1, from + reach_);
      for (int to = std::max(0, from - reach_); to <= last; ++to)
        next[static_cast<std::size_t>(to)] += mass * steps_[static_cast<std::size_t>(to - from + reach_)];
    }
    mass_ = std::move(next);
    return over;
  }

 private:
  double middle(std::size_t cell) const { return lower_ + (static_cast<double>(cell) + 0.5) * width_; }
  /// The probability that a standard normal variable is in a cell with its middle at x.
  double within(double x) const { return normal_below(x + width_ / 2) - normal_below(x - width_ / 2); }

  double lower_;
  double drift_;
  double upper_;
  std::vector<double> mass_;
  double width_;
  int reach_ = 0;
  std::vector<double> steps_;
};

/// The probability that the test ends at least as high as it did.
double probability_of_more(const SequentialSum& result, double drift) {
  if (result.looks == 1) return normal_below(drift - result.sum);
  BoundedSum sum(result.lower, result.upper, drift);
  double above = normal_below(drift - result.upper);  // at the first look
  for (int look = 2; look < result.looks; ++look) above += sum.step();
  return above + sum.above(result.sum);
}

/// Returns the drift at which the probability is `p`.
double drift_of(const SequentialSum& result, double p) {
  const double start = result.sum / result.looks;
  double width = 2 / std::sqrt(result.looks);
  double low = start - width;
  double high = start + width;
  constexpr int kDoublings = 12;
  for (int i = 0; i < kDoublings && probability_of_more(result, low) > p; ++i) low -= width *= 2;
  for (int i = 0; i < kDoublings && probability_of_more(result, high) < p; ++i) high += width *= 2;
  const double wanted = 1e-3 / std::sqrt(result.looks);
  while (high - low > wanted) {
    const double middle = (low + high) / 2;
    (probability_of_more(result, middle) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// The same test with kLooksMax looks at most. With fewer looks the overshoot is larger, so the bounds are nearer.
SequentialSum with_fewer_looks(SequentialSum result) {
  result.lower = std::max(result.lower, -kFar);
  result.upper = std::min(result.upper, kFar);
  if (result.looks <= kLooksMax) return result;
  const double step = std::sqrt(static_cast<double>(result.looks) / kLooksMax);
  const auto bound = [&](double of_each) { return std::max(0.0, (of_each + kOvershoot) / step - kOvershoot); };
  return {kLooksMax, -bound(-result.lower), bound(result.upper), result.sum / step};
}

}  // namespace

DriftInterval drift_after_stop(const SequentialSum& result) {
  const SequentialSum fewer = with_fewer_looks(result);
  // The drift of a longer step is larger.
  const double scale = std::sqrt(static_cast<double>(fewer.looks) / result.looks);
  return {scale * drift_of(fewer, kOutside), scale * drift_of(fewer, 1 - kOutside)};
}

}  // namespace arena
