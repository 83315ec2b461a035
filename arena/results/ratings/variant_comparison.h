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
  Figure pooled;   ///< Elo from all games together, see CellFigures; relative to the levels
  /// How far the bot is above what its other variants predict, in Elo of this variant. Empty if they predict nothing.
  std::optional<Figure> excess;
  std::optional<double> p;     ///< two-sided, for an excess of 0, after Holm's correction; empty without a test
  bool is_specialist = false;  ///< `p` is below kSpecialistLevel
};

/// One bot in all variants.
struct ComparedBot {
  int bot = 0;  ///< index in the field
  /// Elo on the scale of all variants together. In a group with anchors, the mean level of these is the mean of the Elo
  /// that they are given; the reference has kEloAnchor. In other groups the mean level is kEloAnchor.
  Figure level;
  std::vector<std::optional<ComparedCell>> cells;  ///< by variant; empty if nothing is known
};

/// How wide a variant spreads the same bots in Elo, as a factor. The geometric mean of all variants is 1.
struct VariantScale {
  double factor = 1;
  std::optional<double> times;  ///< the 95% interval is from factor / times to factor * times
};

/// How many blocks it takes to find a specialist: a bot that is kFindableExcess Elo better in one variant than its
/// other variants predict is to be found with a probability of kFindingPower.
struct FindingBlocks {
  int now = 0;  ///< rated blocks of each variant, on average
  /// Blocks of each variant that it takes, if the cells have the errors of those that there are. Empty while no bot is
  /// compared in three variants, so that nothing shows which of its cells is the odd one.
  std::optional<int> needed;
};
/// A bot with fewer blocks in a variant is not compared there.
inline constexpr int kCellBlocksMin = 3;
inline constexpr double kFindableExcess = 100;
inline constexpr double kFindingPower = 0.8;

/// A comparison of the variants: how good each bot is in each of them.
struct VariantComparison {
  Field field;
  Looks looks{};   ///< which kind of intervals the figures have
  int blocks = 0;  ///< rated blocks
  int games = 0;
  std::vector<ComparedBot> bots;                    ///< the largest group first, in each group the best level
  std::vector<int> untold;                          ///< bots about which nothing is known, in the order of the field
  std::vector<std::optional<VariantScale>> scales;  ///< by variant; empty if nobody is compared in it
  /// The positions in `bots` that hold their group at given Elo: the reference or the anchors of the field.
  std::vector<int> anchored;
  /// Groups of positions in `bots`. Nothing is known about differences between groups.
  std::vector<std::vector<int>> joined;
  double tau = 0;  ///< see CellModel
  int tests = 0;   ///< number of tests for specialists
  FindingBlocks finding;
  /// The specialists as position in `bots` and variant, smallest p first.
  std::vector<std::pair<int, int>> specialists;

  /// The Elo that the bot at a position of `anchored` is given.
  double given_elo(int position) const;
};

/// Compares the bots in all variants by one model (see fit_cells()), computed from the complete blocks of each variant.
/// A bot that did not play some variants, or has few blocks there, is judged by the others. The result depends only on
/// the games. Elo is relative to the reference of the field, or to its anchors.
///
/// Throws std::invalid_argument if the field does not have as many bots and variants as the scores, and
/// std::runtime_error if the fit does not converge.
VariantComparison compare_variants(const BlockScores& scores, const Field& field, const Looks& looks = {});

}  // namespace arena
