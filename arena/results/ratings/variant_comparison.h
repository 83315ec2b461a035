#pragma once

#include <optional>
#include <vector>

#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// One bot in one variant.
struct ComparedCell {
  int blocks = 0;  ///< blocks of the bot in this variant
  Figure alone;    ///< Elo from the games of this variant alone; kEloAnchor is the mean of the bots that they join
  Figure pooled;   ///< Elo from all games together, see CellFigures; kEloAnchor is the mean of all bots' levels
  /// How far the bot is above what its other variants predict, in Elo of this variant. Empty if they predict nothing.
  std::optional<Figure> excess;
  std::optional<double> p;     ///< two-sided, for an excess of 0, after Holm's correction; empty without a test
  bool is_specialist = false;  ///< `p` is below kSpecialistLevel
};

/// One bot in all variants.
struct ComparedBot {
  int bot = 0;   ///< index in the field
  Figure level;  ///< Elo on the scale of all variants together; kEloAnchor is the mean of its group
  std::vector<std::optional<ComparedCell>> cells;  ///< by variant; empty if nothing is known
};

/// How wide a variant spreads the same bots in Elo, as a factor. The geometric mean of all variants is 1.
struct VariantScale {
  double factor = 1;
  std::optional<double> times;  ///< the 95% interval is from factor / times to factor * times
};

/// A comparison of the variants: how good each bot is in each of them.
struct VariantComparison {
  Field field;
  int blocks = 0;  ///< rated blocks
  int games = 0;
  std::vector<ComparedBot> bots;                    ///< the largest group first, in each group the best level
  std::vector<int> untold;                          ///< bots about which nothing is known, in the order of the field
  std::vector<std::optional<VariantScale>> scales;  ///< by variant; empty if nobody is compared in it
  /// Groups of positions in `bots`. Nothing is known about differences between groups.
  std::vector<std::vector<int>> joined;
  double tau = 0;  ///< see CellModel
  int tests = 0;   ///< number of tests for specialists
  /// The specialists as position in `bots` and variant, smallest p first.
  std::vector<std::pair<int, int>> specialists;
};

/// Compares the bots in all variants by one model (see fit_cells()), computed from the complete blocks of each variant.
/// A bot that did not play some variants, or has few blocks there, is judged by the others. The result depends only on
/// the games. The reference and the anchors of the field are not used.
///
/// Throws std::invalid_argument if the field does not have as many bots and variants as the scores, and
/// std::runtime_error if the fit does not converge.
VariantComparison compare_variants(const BlockScores& scores, const Field& field);

}  // namespace arena
