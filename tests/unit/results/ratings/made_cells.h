#pragma once

#include <cstdint>
#include <vector>

#include "arena/results/ratings/cell_grid.h"

namespace arena::test {

/// A league of known strengths: every bot in every variant, but for what is missing, with errors that are normal and
/// variances of 100 degrees of freedom.
struct MadeLeague {
  int bots = 8;
  int variants = 4;
  double ladder = 0;   ///< Elo from the best bot to the weakest, in even steps
  double scales = 0;   ///< standard deviation of the logarithms of scales
  double tau = 0;      ///< Elo
  double strong = 0;   ///< Elo by which the second bot is better in the last variant
  double missing = 0;  ///< the part of the cells that were not played
  double error = 18;   ///< Elo, in every cell
  std::uint64_t seed = 1;
};

/// What is so, and what was seen of it.
struct MadeCells {
  CellGrid grid;
  std::vector<double> pooled;  ///< by cell: the true figures that fit_cells estimates
  std::vector<double> excess;
};

MadeCells made_cells(const MadeLeague& league);

}  // namespace arena::test
