#pragma once

#include <optional>
#include <vector>

#include "arena/ratings/estimate.h"
#include "arena/ratings/specialists.h"

namespace arena {

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
  /// noise: sum_i (R_iv M_i - error_iv^2 / V) / sum_i (M_i^2 - error(M_i)^2), M_i = mean over variants.
  /// Empty where it is not twice its own error above 0.
  std::vector<std::optional<double>> scales;
  /// By variant: see SpecialistTests.
  std::vector<std::optional<double>> slopes;
  std::vector<std::vector<VariantCell>> cells;  ///< by variant and bot

  int tests = 0;  ///< specialist tests made
};

/// Compares variants by the bots that took part, with an error, in every one of them. With one variant, or no two
/// common bots, all cells are empty; slopes, scales and specialists take three.
VariantComparison compare_variants(const VariantElos& elos);

}  // namespace arena
