#pragma once

#include <vector>

#include "arena/results/ratings/cell_grid.h"
#include "arena/results/ratings/estimate.h"

namespace arena {

/// A bot is a specialist only if its corrected p-value is below this.
inline constexpr double kSpecialistLevel = 0.05;

/// What the model shows about one cell.
struct CellFigures {
  /// The bot's Elo in this variant according to all cells together. 0 is where the mean level of the grid's anchors is,
  /// or that of all bots.
  Measured pooled;
  /// How far the cell is above what the bot's other variants predict, in Elo of this variant. It has no error, and
  /// there is no test, if nothing else predicts the cell.
  Measured excess;
  double p = 1;        ///< two-sided, for the hypothesis that the excess is 0
  double p_holm = 1;   ///< corrected for all tests of the grid (Holm 1979)
  bool found = false;  ///< it is a specialist: p_holm is below kSpecialistLevel
};

/// The result of fit_cells().
struct CellModel {
  /// The component of each bot. Cells join the bots of one component; levels of two components cannot be compared.
  std::vector<int> components;
  /// By bot: Elo on the mean scale, relative to the mean of the grid's anchors, or of all. A bot without cells has no
  /// error.
  std::vector<Measured> levels;
  /// By variant: how wide it spreads the bots, as a logarithm. 0 is the mean of the variants with cells; others have no
  /// error. They are measured with a wider prior than everything else; see kWideOmegaPrior.
  std::vector<Measured> scales;
  double tau = 0;                  ///< Elo: standard deviation of the effect of a variant on a bot
  std::vector<CellFigures> cells;  ///< in the order of the grid
  int tests = 0;                   ///< number of tests made
};

/// Fits one model to all cells:
///
///     value_iv = constant of the group + s_v (m_i + d_iv) + error_iv,   d_iv ~ N(0, tau^2),
///
/// with a level m_i for each bot and a scale s_v for each variant, log s_v ~ N(0, omega^2). Levels and scales are
/// fitted by weighted least squares at each point of a grid of tau and omega. Every result is the mean over that grid,
/// weighted by the restricted likelihood (Patterson and Thompson 1971) and half-normal priors. As long as the data do
/// not show anything else, a scale is therefore 1 and a cell is what the bot's level predicts, and the intervals allow
/// for the uncertainty of tau (Gelman 2006).
///
/// Each cell is tested against what the other cells predict without it, in steps. The cell with the smallest p-value is
/// a specialist if Holm's correction leaves the p-value below the level. Its effect is free from then on, and the rest
/// is fitted without it. Otherwise one strong cell would make the same bot look weak everywhere else. No more than half
/// of a bot's cells and less than half of a variant's cells are set free, because too few cells predict nothing.
///
/// If no cell joins two components of bots and variants, each component has the mean level 0. Which level is 0 changes
/// nothing else: the constants move with it. The p-values are those of p_value() with `looks`. Throws
/// std::runtime_error if the fit does not converge.
CellModel fit_cells(const CellGrid& grid, const Looks& looks = {});

}  // namespace arena
