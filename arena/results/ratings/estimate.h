#pragma once

#include <optional>
#include <vector>

#include "arena/results/ratings/comparisons.h"

namespace arena {

/// A number with what is known of its error. From few blocks the error itself is uncertain: that is what `degrees` tells,
/// and all intervals and probabilities are those of Student's t with as many degrees of freedom (Satterthwaite 1946).
struct Measured {
  double value = 0;
  /// One standard error, at least 0; empty where fewer than two blocks speak. Below kErrorFloor it is 0.
  std::optional<double> error;
  double degrees = 0;  ///< of freedom, at least kDegreesMin where there is an error
};

/// Errors below this are rounding: in Elo or points a hand nothing so small is ever seen.
inline constexpr double kErrorFloor = 1e-9;

/// Half the width of the 95% interval: Student's quantile times the error. Empty without an error.
std::optional<double> half_width(const Measured& measured);

/// How likely the true value is above 0 (the "likelihood of superiority" of a difference): Student's distribution at
/// value / error. With an error of 0 it is 1/2 for a value of 0, and else certain. Empty without an error.
std::optional<double> likelihood_above(const Measured& measured);

/// The two-sided p-value of "the true value is 0". Empty without an error, or where it is 0.
std::optional<double> p_value(const Measured& measured);

/// Holm's correction (1979) of p-values for their number: in the same order, each at least as large, at most 1.
std::vector<double> holm(const std::vector<double>& p_values);

/// Figures of which only differences mean something, such as Elo, by position (see Comparisons), each group with mean 0.
struct Estimate {
  std::vector<double> values;
  std::vector<int> blocks;  ///< in which the bot was compared
  std::vector<int> groups;  ///< differences between groups mean nothing
  /// Of the values as they are here, relative to the means of their groups. Empty with fewer than two blocks.
  std::optional<SquareMatrix<double>> covariance;
  /// How many blocks carry the difference of two values; on the diagonal, that of a value from its group's mean. Blocks
  /// that say much of it count whole, others in part. As large as the covariance.
  SquareMatrix<double> carriers{};

  int size() const { return static_cast<int>(values.size()); }
};

/// Fewer degrees of freedom than these tell nothing of an error.
inline constexpr double kDegreesMin = 0.5;

/// Value i against the mean of the positions in `others`, which must be of its group and not empty. Degrees of freedom
/// are the carriers of i less one, and no more than the blocks of i less one.
Measured against_mean(const Estimate& estimate, int i, const std::vector<int>& others);

/// Value i less value j; empty between groups. Degrees of freedom are the carriers of the difference less one, and no
/// more than the fewer blocks of the two less one.
std::optional<Measured> against(const Estimate& estimate, int i, int j);

}  // namespace arena
