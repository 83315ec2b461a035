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

/// A row of the design of fit_cells: constant, level, scale.
struct DesignRow {
  std::array<Eigen::Index, 3> column{};
  std::array<double, 3> value{};
};

/// a' S b.
double product(const DesignRow& a, const Eigen::MatrixXd& s, const DesignRow& b);
/// a' b.
double product(const DesignRow& a, const Eigen::VectorXd& b);

/// By bot: numbers of the components that cells join.
std::vector<int> components_of(const CellGrid& grid);

/// The constants, levels and scales of the cells at one tau and omega, by weighted least squares.
struct CellFit {
  double tau = 0;
  double omega = 0;
  double weight = 0;           ///< among those of weighted_fits
  Eigen::VectorXd beta;        ///< constants, levels, logarithms of scales
  Eigen::MatrixXd covariance;  ///< of beta
  double likelihood = 0;       ///< restricted, in logarithms, up to a constant
};

/// The design of fit_cells, and which cells are set aside: their effects are free.
class CellDesign {
 public:
  /// The grid must outlive the design.
  explicit CellDesign(const CellGrid& grid);

  void set_aside(std::size_t cell) { aside_[cell] = true; }
  bool is_aside(std::size_t cell) const { return aside_[cell]; }

  /// Nothing where it does not converge. Starts at `beta`.
  std::optional<CellFit> fit(double tau, double omega, Eigen::VectorXd beta) const;

  /// The mean of each bot's cells.
  Eigen::VectorXd start() const;

  /// By what a cell's value changes with each of beta.
  DesignRow row(const Cell& cell, const Eigen::VectorXd& beta) const {
    const double s = scale(cell, beta);
    return {{constant(cell), level(cell.bot), log_scale(cell.variant)}, {1, s, s * beta(level(cell.bot))}};
  }
  /// What the cell is above the value that beta gives it.
  double residual(const Cell& cell, const Eigen::VectorXd& beta) const {
    return cell.value - beta(constant(cell)) - scale(cell, beta) * beta(level(cell.bot));
  }
  double scale(const Cell& cell, const Eigen::VectorXd& beta) const { return std::exp(beta(log_scale(cell.variant))); }
  double noise(const Cell& cell) const { return std::max(cell.variance, kCellVarianceMin); }

  // Places in beta.
  Eigen::Index constant(const Cell& cell) const { return cell.group; }
  Eigen::Index level(int bot) const { return grid_.groups + bot; }
  Eigen::Index log_scale(int variant) const { return grid_.groups + grid_.bots + variant; }
  Eigen::Index size() const { return grid_.groups + grid_.bots + grid_.variants; }
  /// Cells of the group of that cell.
  int group_size(std::size_t cell) const { return group_size_[cell]; }
  const CellGrid& grid() const { return grid_; }

 private:
  const CellGrid& grid_;
  std::vector<int> components_;
  std::vector<int> group_size_;
  std::vector<bool> aside_;
};

/// The fits at all tau and omega that count, with weights that add up to 1. Throws std::runtime_error where none
/// converges.
std::vector<CellFit> weighted_fits(const CellDesign& design);

/// At the same tau and omega, with the same weights, for cells that have been set aside since. Throws likewise.
std::vector<CellFit> fitted_again(const CellDesign& design, const std::vector<CellFit>& fits);

}  // namespace arena
