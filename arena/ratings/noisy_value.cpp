#include "arena/ratings/noisy_value.h"

#include <cmath>
#include <cstddef>

namespace arena {
namespace {

constexpr double kSlopeErrors = 2;

}  // namespace

NoisyValue mean_of(const std::vector<NoisyValue>& values) {
  const auto count = static_cast<double>(values.size());
  NoisyValue mean;
  double spread = 0;
  for (const NoisyValue& one : values) {
    mean.value += one.value / count;
    const double part = one.variance / (count * count);
    mean.variance += part;
    spread += part * part / one.degrees;
  }
  if (spread > 0) mean.degrees = mean.variance * mean.variance / spread;
  return mean;
}

std::optional<double> slope_of(const std::vector<NoisyValue>& y, const std::vector<NoisyValue>& x, double shared) {
  double xy = -shared;
  double xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += x[i].value * y[i].value;
    xx += x[i].value * x[i].value - x[i].variance;
  }
  if (xx <= 0 || xy <= 0) return std::nullopt;
  const double slope = xy / xx;
  double variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    variance += x[i].value * x[i].value * (y[i].variance + slope * slope * x[i].variance);
  if (slope <= kSlopeErrors * std::sqrt(variance) / xx) return std::nullopt;
  return slope;
}

}  // namespace arena
