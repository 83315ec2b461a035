#pragma once

#include <optional>
#include <vector>

namespace arena {

/// A value with the variance of its error and that variance's degrees of freedom, at least 1.
struct NoisyValue {
  double value = 0;
  double variance = 0;
  double degrees = 1;
};

/// Of independent values, at least one. The degrees are Satterthwaite's (1946).
NoisyValue mean_of(const std::vector<NoisyValue>& values);

/// The slope through the origin of y on x, which are as many, corrected for the noise that would flatten it:
///   (sum xy - shared) / sum (x^2 - variance of x),
/// where `shared` is the covariance of the errors of x and y, summed. Empty where it is not twice its own error above
/// 0: noise may have made it.
std::optional<double> slope_of(const std::vector<NoisyValue>& y, const std::vector<NoisyValue>& x, double shared);

}  // namespace arena
