#pragma once

#include <optional>
#include <vector>

#include "arena/results/ratings/comparisons.h"

namespace arena {

/// A number with what is known about its error. With few blocks the error itself is uncertain; `degrees` shows how
/// much. All intervals and probabilities use Student's t with that many degrees of freedom (Satterthwaite 1946).
struct Measured {
  double value = 0;
  /// One standard error, at least 0. Empty if fewer than two blocks count. An error below kErrorFloor is 0.
  std::optional<double> error;
  double degrees = 0;  ///< degrees of freedom, at least kDegreesMin if there is an error
};

/// An error below this is rounding: nothing so small is ever seen in Elo or points a hand.
inline constexpr double kErrorFloor = 1e-9;

/// Half the width of the 95% interval: Student's quantile times the error. Empty without an error.
std::optional<double> half_width(const Measured& measured);

/// The probability that the true value is above 0: Student's distribution at value / error. For a difference of two
/// bots this is the likelihood of superiority. With an error of 0 it is 1/2 for a value of 0, otherwise 0 or 1. Empty
/// without an error.
std::optional<double> likelihood_above(const Measured& measured);

/// The two-sided p-value for the hypothesis that the true value is 0. Empty without an error, or if the error is 0.
std::optional<double> p_value(const Measured& measured);

/// Holm's correction (1979) of p-values for their number. The result has the same order; each value is at least as
/// large as before, and at most 1.
std::vector<double> holm(const std::vector<double>& p_values);

/// Figures of which only differences have a meaning, such as Elo, by position (see Comparisons). Each group has mean 0.
struct Estimate {
  std::vector<double> values;
  std::vector<int> blocks;  ///< blocks in which the bot was compared
  std::vector<int> groups;  ///< differences between groups have no meaning
  /// The covariance of the values as they are here, relative to the means of their groups. Empty with fewer than two
  /// blocks.
  std::optional<SquareMatrix<double>> covariance;
  /// How many blocks carry the difference of two values; on the diagonal, the difference of a value and its group's
  /// mean. Blocks that show much about it count fully, others count in part. Has the size of the covariance.
  SquareMatrix<double> carriers{};

  int size() const { return static_cast<int>(values.size()); }
};

/// With fewer degrees of freedom than this, nothing is known about an error.
inline constexpr double kDegreesMin = 0.5;

/// Value i relative to the mean of the positions in `others`, which must be in its group and not empty. The degrees of
/// freedom are the carriers of i minus one, and at most the blocks of i minus one.
Measured against_mean(const Estimate& estimate, int i, const std::vector<int>& others);

/// Value i minus value j; empty if they are in different groups. The degrees of freedom are the carriers of the
/// difference minus one, and at most the blocks of the bot with fewer blocks minus one.
std::optional<Measured> against(const Estimate& estimate, int i, int j);

}  // namespace arena
