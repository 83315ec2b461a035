#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "arena/results/ratings/cell_grid.h"

namespace arena {

/// One row of the design matrix of fit_cells(): the three columns that are not 0 (constant, level, scale) and their
/// values.
struct DesignRow {
  std::array<Eigen::Index, 3> column{};
  std::array<double, 3> value{};
};

/// The product a' S b.
double product(const DesignRow& a, const Eigen::MatrixXd& s, const DesignRow& b);
/// The product a' b.
double product(const DesignRow& a, const Eigen::VectorXd& b);

/// The component of each bot. Bots are in one component if cells join them, directly or through others.
std::vector<int> components_of(const CellGrid& grid);

/// A fit at one tau and omega by weighted least squares: the constants, levels and scales.
struct CellFit {
  double tau = 0;
  double omega = 0;
  double weight = 0;           ///< its weight among weighted_fits()
  Eigen::VectorXd beta;        ///< the constants, the levels, and the logarithms of the scales
  Eigen::MatrixXd covariance;  ///< of beta
  double likelihood = 0;       ///< logarithm of the restricted likelihood, up to a constant
};

/// The design matrix of fit_cells(), and the cells that are set aside. The effect of such a cell is free.
class CellDesign {
 public:
  /// The grid must outlive the design.
  explicit CellDesign(const CellGrid& grid);

  void set_aside(std::size_t cell) { aside_[cell] = true; }
  bool is_aside(std::size_t cell) const { return aside_[cell]; }

  /// Fits from the start `beta`. Returns nothing if the fit does not converge.
  std::optional<CellFit> fit(double tau, double omega, Eigen::VectorXd beta) const;

  /// A start for fit(): the mean of each bot's cells.
  Eigen::VectorXd start() const;

  /// The derivative of a cell's value by each entry of beta.
  DesignRow row(const Cell& cell, const Eigen::VectorXd& beta) const {
    const double s = scale(cell, beta);
    return {{constant(cell), level(cell.bot), log_scale(cell.variant)}, {1, s, s * beta(level(cell.bot))}};
  }
  /// How far the cell is above the value that beta gives it.
  double residual(const Cell& cell, const Eigen::VectorXd& beta) const {
    return cell.value - beta(constant(cell)) - scale(cell, beta) * beta(level(cell.bot));
  }
  double scale(const Cell& cell, const Eigen::VectorXd& beta) const { return std::exp(beta(log_scale(cell.variant))); }
  double noise(const Cell& cell) const { return std::max(cell.variance, kCellVarianceMin); }

  // Indices into beta.
  Eigen::Index constant(const Cell& cell) const { return cell.group; }
  Eigen::Index level(int bot) const { return grid_.groups + bot; }
  Eigen::Index log_scale(int variant) const { return grid_.groups + grid_.bots + variant; }
  Eigen::Index size() const { return grid_.groups + grid_.bots + grid_.variants; }
  /// The number of cells in the group of this cell.
  int group_size(std::size_t cell) const { return group_size_[cell]; }
  const CellGrid& grid() const { return grid_; }

 private:
  const CellGrid& grid_;
  std::vector<int> components_;
  std::vector<bool> is_zero_;  ///< by bot: whether it is one of those of its component whose mean level is 0
  std::vector<int> group_size_;
  std::vector<bool> aside_;
};

/// The deviation of the half-normal prior of omega, with which bots and cells are judged. It is narrow: otherwise a
/// strong cell in a field of equal bots would pass for a variant that spreads them wider.
inline constexpr double kNarrowOmegaPrior = 0.15;
/// The same where the scales themselves are measured. Matches of twelve hands spread the same bots twice as wide as
/// single hands. The narrow prior would pull such scales to 1 as long as there are few blocks, and their intervals
/// would hold the truth in .74 to .87 of leagues (see cell_scales_test).
inline constexpr double kWideOmegaPrior = 0.5;

/// The fits at all pairs of tau and omega that matter, with weights that add up to 1. `omega_prior` is the deviation of
/// the half-normal prior of omega. Throws std::runtime_error if none converges.
std::vector<CellFit> weighted_fits(const CellDesign& design, double omega_prior);

/// Repeats the fits at the same tau and omega, with the same weights, after more cells have been set aside. Throws
/// std::runtime_error if none converges.
std::vector<CellFit> fitted_again(const CellDesign& design, const std::vector<CellFit>& fits);

}  // namespace arena
