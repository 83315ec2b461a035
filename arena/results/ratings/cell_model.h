#pragma once

#include <vector>

#include "arena/results/ratings/cell_grid.h"
#include "arena/results/ratings/estimate.h"

namespace arena {

/// Only a corrected p-value below this makes a bot a specialist.
inline constexpr double kSpecialistLevel = 0.05;

/// What the model says of one cell.
struct CellFigures {
  /// Elo of the bot in this variant by all cells together, 0 being the mean of all bots' levels.
  Measured pooled;
  /// How far the cell is above what the bot's other variants predict, in Elo of this variant. Without an error where
  /// nothing else predicts it; then there is no test either.
  Measured excess;
  double p = 1;        ///< two-sided, of "the excess is 0"
  double p_holm = 1;   ///< corrected for all tests of the grid (Holm 1979)
  bool found = false;  ///< a specialist: p_holm is below kSpecialistLevel
};

/// See fit_cells.
struct CellModel {
  std::vector<int> components;     ///< by bot: cells join the bots of one; levels of two mean nothing to each other
  std::vector<Measured> levels;    ///< by bot: Elo on the mean scale, 0 the mean of all; without an error: no cell
  std::vector<Measured> scales;    ///< by variant: how wide it spreads the bots, in logarithms; 0 is the mean
  double tau = 0;                  ///< Elo: standard deviation of a bot-by-variant effect
  std::vector<CellFigures> cells;  ///< as the grid's
  int tests = 0;                   ///< made
};

/// Fits one model to all cells:
///   value_iv = constant of the group + s_v (m_i + d_iv) + error_iv,   d_iv ~ N(0, tau^2),
/// with a level m_i for each bot and a scale s_v for each variant, log s_v ~ N(0, omega^2). Levels and scales are fitted
/// by weighted least squares at each of a grid of tau and omega; everything told is the mean over that grid, by the
/// restricted likelihood (Patterson and Thompson 1971) and half-normal priors. So a scale is 1, and a cell is what the
/// bot's level says, as far as nothing shows otherwise, and the intervals know that tau is not known (Gelman 2006).
///
/// Each cell is tested against what the others predict without it. One at a time: the cell with the smallest p-value, if
/// Holm's correction leaves it below the level, is a specialist; its effect is free from then on, and the rest is fitted
/// without it. Otherwise one strong cell would make the same bot look weak everywhere else. No more than half of a bot's
/// cells and less than half of a variant's are set free: from fewer nothing can be predicted.
///
/// Two components of bots and variants that no cell joins have a mean level of 0 each. Throws std::runtime_error where
/// the fit does not converge.
CellModel fit_cells(const CellGrid& grid);

}  // namespace arena
