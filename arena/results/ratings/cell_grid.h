#pragma once

#include <span>
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
  /// Bots that levels are relative to. Where cells join a bot with some of these, 0 is their mean level; elsewhere it
  /// is the mean of all.
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

/// Makes the variances of the cells of one variant more certain: each becomes a mean of what its own blocks show and of
/// what all cells of the variant show, weighted by their degrees of freedom, whose sum are its new ones (Smyth, "Linear
/// Models and Empirical Bayes Methods for Assessing Differential Expression in Microarray Experiments", Statistical
/// Applications in Genetics and Molecular Biology 3, 2004). The less the variances differ, the more degrees of freedom
/// the common part has. Otherwise the smallest of many variances, which is too small by accident, would make a cell
/// stand out.
///
/// `expected` are the variances up to a common factor, by cell, if all comparisons were independent. Fewer than three
/// cells stay as they are.
void moderate_variances(std::span<Cell> cells, const std::vector<double>& expected);

}  // namespace arena
