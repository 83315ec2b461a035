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

/// Only a corrected p-value below this makes a bot a specialist.
inline constexpr double kSpecialistLevel = 0.05;

/// Whether a bot does better or worse in one variant than its play in the others predicts.
struct SpecialistTest {
  double excess = 0;   ///< Elo of this variant above what the others predict
  double degrees = 0;  ///< of freedom (Satterthwaite 1946)
  double p = 1;        ///< two-sided
  double p_holm = 1;   ///< corrected for all tests of the field (Holm 1979)
  bool found() const { return p_holm < kSpecialistLevel; }
};

/// By variant and bot. Every variant has the same bots, and their values there have mean 0.
using VariantGrid = std::vector<std::vector<NoisyValue>>;

struct SpecialistTests {
  /// By variant: the slope c of its values y on the mean over the other variants x; empty where slope_of is.
  std::vector<std::optional<double>> slopes;
  std::vector<std::vector<std::optional<SpecialistTest>>> cells;  ///< as the grid; empty where nothing could be tested
  int made = 0;                                                   ///< tests
};

/// Tests every bot in every variant: t = (y - c x) / sqrt(variance of y + c^2 variance of x).
/// One at a time: the cell with the smallest p-value, if Holm's correction leaves it below the level, is a specialist.
/// It is set aside, which means that what the rest predicts takes its place, and the others are tested again. Otherwise
/// one bot's strength in a variant, which moves the variant's mean and slope and the bot's own mean, would make every
/// other bot look weak there, and the bot itself look weak everywhere else.
/// A specialist has the p-values and degrees of the moment it was found, and its excess over what the rest predicts in
/// the end. With two variants "strong in one" and "weak in the other" are the same, and the clearer one is told.
/// Takes at least two variants and three bots; nothing is tested with fewer.
SpecialistTests test_specialists(VariantGrid grid);

/// Holm's correction: p-values in the same order, each at least as large, at most 1.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace arena
