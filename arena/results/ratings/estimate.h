#pragma once

#include <optional>
#include <string_view>
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

/// Sets the error of a measured value that has its degrees already. `of` is the size of the terms that the variance is
/// a difference of: what is left of them by rounding counts as 0. A value other than 0 that never varied in few blocks
/// has no error, because it may be one that nothing checks.
void set_error(Measured& measured, double variance, double of);

/// How often readers look at a figure before it is final. A 95% interval is only right for somebody who looks at it
/// once. If one looks again after each block, it is wrong at some look in up to half of all leagues, so that figures of
/// a run in progress need wider intervals.
struct Looks {
  enum class Kind {
    once,     ///< the run is finished, and its length was planned: the plain interval
    planned,  ///< `fraction` of a run of planned length is played
    open,     ///< nobody knows how long the run will be
  };
  Kind kind = Kind::once;
  double fraction = 1;  ///< above 0, at most 1; only with Kind::planned

  friend bool operator==(const Looks&, const Looks&) = default;
};

/// Names the kind of intervals that figures at these looks have, for programs: "plain", "planned" or "open".
std::string_view intervals_name(const Looks& looks);

/// With fewer degrees of freedom nothing is said about figures of a run in progress: intervals that hold at every look
/// would be of ten standard errors and more.
inline constexpr double kLiveDegreesMin = 5;

/// Half the width of the 95% interval: the error times
///   - Kind::once: Student's quantile at 0.975;
///   - Kind::planned: Student's quantile at 0.9875, divided by the square root of the fraction. This is the boundary of
///     O'Brien and Fleming ("A Multiple Testing Procedure for Clinical Trials", Biometrics 35, 1979) for any number of
///     looks. At the end it is 1.144 times as wide as the plain interval, after half of the run 1.6 times;
///   - Kind::open: Student's quantile at the level of Robbins' normal mixture ("Statistical Methods Related to the Law
///     of the Iterated Logarithm", Annals of Mathematical Statistics 41, 1970), which is narrowest at kOpenBlocks
///     blocks. It is 1.5 to 2.3 times as wide as the plain interval.
/// The last two hold at all looks together with a probability of 0.95. Empty without an error, and for a run in
/// progress with fewer than kLiveDegreesMin degrees of freedom.
std::optional<double> half_width(const Measured& measured, const Looks& looks = {});
inline constexpr double kOpenBlocks = 50;

/// The probability that the true value is above 0: Student's distribution at value / error. For a difference of two
/// bots this is the likelihood of superiority. With an error of 0 it is 1/2 for a value of 0, otherwise 0 or 1. Empty
/// without an error.
std::optional<double> likelihood_above(const Measured& measured);

/// The two-sided p-value for the hypothesis that the true value is 0. It is below 0.05 if and only if the interval of
/// half_width() excludes 0, and p-values of runs in progress hold at all looks together, too. With an error of 0 it is
/// 1 for a value of 0, otherwise 0. Empty if half_width() is.
std::optional<double> p_value(const Measured& measured, const Looks& looks = {});

/// The number of standard errors from which on a value with so many blocks has a two-sided p-value of at most `level`,
/// if its error is certain: the boundary of half_width() at another level than 0.05.
double errors_at(double level, const Looks& looks, double blocks);

/// Corrects the one-sided p-value `p` of another test, which sums over this number of independent blocks. Returns a
/// p-value that holds at all looks together. At the end of a run of planned length it is `p` itself.
double p_at_all_looks(double p, double blocks, const Looks& looks);

/// The value below which a normal variable with mean 0 and deviation 1 is with probability `p`, above 0 and below 1.
double normal_quantile(double p);

/// Holm's correction (1979) of p-values for their number. The result has the same order; each value is at least as
/// large as before, and at most 1.
std::vector<double> holm(const std::vector<double>& p_values);

/// Figures of which only differences have a meaning, such as Elo, by position (see Comparisons). They are relative to
/// the mean of their group, in which bots may have different weights.
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
  /// By position: errors of differences are at least the sum of the two, unless they are 0. Empty: no such bound.
  std::vector<double> least_errors{};

  int size() const { return static_cast<int>(values.size()); }
};

/// With fewer degrees of freedom than this, nothing is known about an error.
inline constexpr double kDegreesMin = 1;

/// Value i relative to the mean of its group. The degrees of freedom are the carriers of i minus one, and at most the
/// blocks of i minus one. If position `only` alone is that mean, this is the difference of the two, as against() has
/// it.
Measured against_mean(const Estimate& estimate, int i, std::optional<int> only = {});

/// Value i minus value j; empty if they are in different groups. The degrees of freedom are the carriers of the
/// difference minus one, and at most the blocks of the bot with fewer blocks minus one.
std::optional<Measured> against(const Estimate& estimate, int i, int j);

}  // namespace arena
