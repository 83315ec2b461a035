#pragma once

#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// The Elo of one bot in one variant as its games alone have it, up to a constant of its group.
struct Cell {
  int bot = 0;
  int variant = 0;
  int group = 0;        ///< cells of a group have one unknown constant; a group is of one variant
  double value = 0;     ///< Elo
  double variance = 0;  ///< of its error, independent of the others'; see quasi_variances
  double degrees = 1;   ///< of freedom of that variance, at least kDegreesMin
};

/// All cells that were played; any may be missing. Numbers count from 0.
struct CellGrid {
  int bots = 0;
  int variants = 0;
  int groups = 0;
  std::vector<Cell> cells;
};

/// Variances below this, in Elo^2, count as this: identical bots have none.
inline constexpr double kCellVarianceMin = 1e-4;

/// Returns quasi-variances q, by position: if each value had an independent error of variance q_i, the variance of the
/// difference of i and j would be q_i + q_j. They are fitted to the true variances D_ij within each group so that the sum of
/// ((q_i + q_j) / D_ij - 1)^2 is least (Firth and de Menezes, "Quasi-variances", Biometrika 91, 2004). So a model may treat
/// the values as independent. A value that is alone in its group has none: 0.
std::vector<double> quasi_variances(const Estimate& estimate);

}  // namespace arena
