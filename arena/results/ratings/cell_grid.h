#pragma once

#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// The Elo of one bot in one variant according to the games of this variant, up to a constant of its group.
struct Cell {
  int bot = 0;
  int variant = 0;
  /// The cells of a group have one unknown constant in common. All of them are of one variant.
  int group = 0;
  double value = 0;     ///< in Elo
  double variance = 0;  ///< of the error of `value`, independent of other errors; see quasi_variances()
  double degrees = 1;   ///< degrees of freedom of the variance, at least kDegreesMin
};

/// All cells that were played; any cell may be missing. Bots, variants and groups are numbered from 0.
struct CellGrid {
  int bots = 0;
  int variants = 0;
  int groups = 0;
  std::vector<Cell> cells;
  /// Bots that levels are relative to. Where cells join a bot with some of these, 0 is their mean level; elsewhere it is
  /// the mean of all.
  std::vector<int> anchors{};
};

/// A variance below this, in Elo^2, is raised to it: identical bots have none.
inline constexpr double kCellVarianceMin = 1e-4;

/// Quasi-variances q, by position: numbers for which the variance of the difference of i and j is q_i + q_j, as if each
/// value had an independent error of variance q_i. With them a model may treat the values as independent.
///
/// They are fitted to the true variances D_ij within each group so that the sum of ((q_i + q_j) / D_ij - 1)^2 is least
/// (Firth and de Menezes, "Quasi-variances", Biometrika 91, 2004). A value that is alone in its group has 0.
std::vector<double> quasi_variances(const Estimate& estimate);

}  // namespace arena
