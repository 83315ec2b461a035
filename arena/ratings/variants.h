#pragma once

#include <optional>
#include <vector>

#include "arena/ratings/estimate.h"

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
/// No more than half of a bot's cells, and less than half of a variant's, go aside: from fewer nothing can be predicted.
/// The search ends at a cell that would be one too many, or with which the predictions do not settle; it is not told.
/// A specialist has the p-values and degrees of the moment it was found, and its excess over what the rest predicts in
/// the end. With two variants "strong in one" and "weak in the other" are the same, and the clearer one is told.
/// Takes at least two variants and three bots; nothing is tested with fewer.
SpecialistTests test_specialists(VariantGrid grid);

/// Holm's correction: p-values in the same order, each at least as large, at most 1.
std::vector<double> holm(const std::vector<double>& p_values);

/// Elo of bots in several variants, made comparable. All Elo here are relative to the mean of the bots that took part
/// in every variant (the *common* bots), in the variant in question or overall.
struct VariantElos {
  std::vector<std::optional<double>> overall;                ///< by bot
  std::vector<std::vector<std::optional<Measured>>> played;  ///< by variant and bot; empty where it took no part
};

/// One bot in one variant. Each is empty where it cannot be told.
struct VariantCell {
  /// Overall Elo, moved towards the variant's own by tau^2 / (tau^2 + error^2): the best guess of the strength here.
  std::optional<double> shrunk;
  /// Slope-adjusted: the variant's Elo divided by the variant's scale. What one Elo is worth differs between variants
  /// (games of more hands spread the same bots wider), so only these may be compared across variants.
  std::optional<double> adjusted;
  std::optional<SpecialistTest> specialist;
};

/// What sets variants apart.
struct VariantComparison {
  /// Standard deviation, in Elo, of a bot's true strength in a variant about its overall strength. tau^2 is the mean of
  /// (R_iv - R_i)^2 - error^2 (1 - 1 / variants), at least 0.
  std::optional<double> tau;
  /// By variant: the slope of its true Elo on the mean over all variants; the mean of all scales is 1. Corrected for
  /// noise: sum_i (R_iv M_i - error_iv^2 / V) / sum_i (M_i^2 - error(M_i)^2), M_i = mean over variants. See slope_of.
  std::vector<std::optional<double>> scales;
  std::vector<std::optional<double>> slopes;    ///< by variant: see SpecialistTests
  std::vector<std::vector<VariantCell>> cells;  ///< by variant and bot
  int tests = 0;                                ///< specialist tests made
};

/// Compares variants by the bots that took part, with an error, in every one of them. With one variant, or no two
/// common bots, all cells are empty; slopes, scales and specialists take three.
VariantComparison compare_variants(const VariantElos& elos);

}  // namespace arena
