#include "arena/results/ratings/cell_model.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "arena/results/ratings/cell_fit.h"
#include "arena/results/ratings/estimate.h"
#include "engine/seat.h"

namespace arena {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using hearts::at;

constexpr double kUnpredicted = 1e-6;  // if less of a residual is left, nothing else predicts the cell

/// A mean over the grid of tau and omega.
struct Mixture {
  double mean = 0;
  double square = 0;
  double variance = 0;
  double own = 0;

  /// `own_noise` is the part of the variance that is the cell's own noise.
  void add(double weight, double value, double with_variance, double own_noise = 0) {
    mean += weight * value;
    square += weight * value * value;
    variance += weight * with_variance;
    own += weight * own_noise;
  }
};

/// The mean with its error and the degrees of freedom of Satterthwaite (1946).
Measured measured(const Mixture& mixture, double own_degrees, double other_degrees) {
  const double variance = mixture.variance + std::max(0.0, mixture.square - mixture.mean * mixture.mean);
  const double own = std::min(mixture.own, variance);
  const double rest = variance - own;
  const double spread = own * own / own_degrees + (rest > 0 ? rest * rest / other_degrees : 0);
  return {mixture.mean, std::sqrt(variance), spread > 0 ? variance * variance / spread : own_degrees};
}

/// The sum of the degrees of freedom of each bot's cells.
std::vector<double> degrees_by_bot(const CellGrid& grid) {
  std::vector<double> degrees(at(grid.bots), 0);
  for (const Cell& cell : grid.cells) degrees[at(cell.bot)] += cell.degrees;
  return degrees;
}

/// The degrees of freedom that the bot has without that cell. They are at least those of the cell, because other bots'
/// cells count, too.
double others(const std::vector<double>& degrees, const Cell& cell) {
  return std::max(degrees[at(cell.bot)] - cell.degrees, cell.degrees);
}

void measure_excess(const CellDesign& design, const std::vector<CellFit>& fits, const Looks& looks, CellModel& result) {
  const CellGrid& grid = design.grid();
  const std::vector<double> degrees = degrees_by_bot(grid);
  for (std::size_t k = 0; k < grid.cells.size(); ++k) {
    const Cell& cell = grid.cells[k];
    const double noise = design.noise(cell);
    Mixture mixture;
    bool is_predicted = true;
    for (const CellFit& fit : fits) {
      const double s = design.scale(cell, fit.beta);
      const double effect = s * s * fit.tau * fit.tau;
      const DesignRow x = design.row(cell, fit.beta);
      const double leverage = product(x, fit.covariance, x);
      double left = design.residual(cell, fit.beta);
      double variance = noise + leverage;
      if (!design.is_aside(k)) {
        const double rest = 1 - leverage / (noise + effect);
        is_predicted = is_predicted && rest > kUnpredicted;
        if (!is_predicted) break;
        left /= rest;
        variance = (noise + effect) / rest - effect;
      }
      mixture.add(fit.weight, left, variance, noise);
    }
    CellFigures& figures = result.cells[k];
    figures.excess = Measured{0, std::nullopt, 0};
    if (!is_predicted) continue;
    figures.excess = measured(mixture, cell.degrees, others(degrees, cell));
    figures.p = p_value(figures.excess, looks).value_or(1);
  }
}

void measure_pooled(const CellDesign& design, const std::vector<CellFit>& fits, CellModel& result) {
  const CellGrid& grid = design.grid();
  const std::vector<double> degrees = degrees_by_bot(grid);
  std::vector<Mixture> mixtures(grid.cells.size());
  for (const CellFit& fit : fits) {
    // For each group: the mean by which its cells are moved from the model's values, with its derivative and variance.
    std::vector<VectorXd> means(at(grid.groups), VectorXd::Zero(design.size()));
    std::vector<double> moved(at(grid.groups), 0);
    std::vector<double> variances(at(grid.groups), 0);
    std::vector<double> trust(grid.cells.size(), 1);
    for (std::size_t k = 0; k < grid.cells.size(); ++k) {
      const Cell& cell = grid.cells[k];
      const double s = design.scale(cell, fit.beta);
      const double effect = s * s * fit.tau * fit.tau;
      if (!design.is_aside(k)) trust[k] = effect / (effect + design.noise(cell));
      const double part = trust[k] / design.group_size(k);
      const DesignRow x = design.row(cell, fit.beta);
      for (std::size_t i = 0; i < 3; ++i) means[at(cell.group)](x.column[i]) += part * x.value[i];
      moved[at(cell.group)] += part * design.residual(cell, fit.beta);
      variances[at(cell.group)] += part * design.noise(cell) / design.group_size(k);
    }
    std::vector<VectorXd> spread;
    std::vector<double> of_mean;
    for (const VectorXd& mean : means) {
      spread.push_back(fit.covariance * mean);
      of_mean.push_back(mean.dot(spread.back()));
    }
    for (std::size_t k = 0; k < grid.cells.size(); ++k) {
      const Cell& cell = grid.cells[k];
      const auto group = at(cell.group);
      const double noise = design.noise(cell);
      const double size = design.group_size(k);
      const DesignRow x = design.row(cell, fit.beta);
      DesignRow u = x;
      u.value[0] = -trust[k];
      u.value[1] *= 1 - trust[k];
      u.value[2] *= 1 - trust[k];
      const double value = design.scale(cell, fit.beta) * fit.beta(design.level(cell.bot)) +
                           trust[k] * design.residual(cell, fit.beta) - moved[group];
      const double variance = product(u, fit.covariance, u) + 2 * product(u, spread[group]) + of_mean[group] +
                              trust[k] * noise * (1 - 2 / size) + variances[group];
      const double effect = design.is_aside(k) ? 0 : std::pow(design.scale(cell, fit.beta) * fit.tau, 2);
      const double pull =
          design.is_aside(k) ? 0 : (product(u, fit.covariance, x) + product(x, spread[group])) / (noise + effect);
      const double own = trust[k] * (1 - 1 / size) + pull;
      mixtures[k].add(fit.weight, value, variance, own * own * noise);
    }
  }
  for (std::size_t k = 0; k < grid.cells.size(); ++k) {
    const Cell& cell = grid.cells[k];
    result.cells[k].pooled = measured(mixtures[k], cell.degrees, others(degrees, cell));
  }
}

void measure_levels(const CellDesign& design, const std::vector<CellFit>& fits, CellModel& result) {
  const std::vector<double> degrees = degrees_by_bot(design.grid());
  for (int bot = 0; bot < design.grid().bots; ++bot) {
    const double of_bot = degrees[at(bot)];
    if (of_bot <= 0) continue;
    Mixture mixture;
    const Index i = design.level(bot);
    for (const CellFit& one : fits) mixture.add(one.weight, one.beta(i), one.covariance(i, i));
    result.levels[at(bot)] = measured(mixture, of_bot, of_bot);
  }
  for (const CellFit& one : fits) result.tau += one.weight * one.tau;
}

/// Measures the logarithm of each scale relative to the mean of all, which alone has a meaning: the error of the mean
/// in the covariance of a fit comes from the prior. Only variants with cells count: about others nothing is known.
void measure_scales(const CellDesign& design, const std::vector<CellFit>& fits, CellModel& result) {
  const int variants = design.grid().variants;
  const auto degrees = static_cast<double>(design.grid().cells.size());
  std::set<int> with_cells;
  for (const Cell& cell : design.grid().cells) with_cells.insert(cell.variant);
  VectorXd mean = VectorXd::Zero(variants);
  for (const int v : with_cells) mean(v) = 1 / static_cast<double>(with_cells.size());
  for (const int v : with_cells) {
    Mixture mixture;
    for (const CellFit& one : fits) {
      const auto logs = one.beta.tail(variants);
      const auto errors = one.covariance.bottomRightCorner(variants, variants);
      const VectorXd of_mean = errors * mean;
      mixture.add(one.weight, logs(v) - logs.dot(mean), errors(v, v) - 2 * of_mean(v) + mean.dot(of_mean));
    }
    result.scales[at(v)] = measured(mixture, degrees, degrees);
  }
}

/// Whether the bot and the variant have enough cells left to predict from without this one.
bool may_go_aside(const CellDesign& design, std::size_t cell) {
  const auto& cells = design.grid().cells;
  const auto counts = [&](int Cell::* key) {
    std::pair<int, int> all_and_aside = {0, 1};
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (cells[k].*key != cells[cell].*key) continue;
      ++all_and_aside.first;
      all_and_aside.second += design.is_aside(k) ? 1 : 0;
    }
    return all_and_aside;
  };
  const auto [of_bot, of_bot_aside] = counts(&Cell::bot);
  const auto [of_variant, of_variant_aside] = counts(&Cell::variant);
  return 2 * of_bot_aside <= of_bot && 2 * of_variant_aside < of_variant;
}

}  // namespace

CellModel fit_cells(const CellGrid& grid, const Looks& looks) {
  CellModel result;
  result.components = components_of(grid);
  result.levels.resize(at(grid.bots));
  result.scales.resize(at(grid.variants));
  if (grid.cells.empty()) return result;
  CellDesign design(grid);
  result.cells.resize(grid.cells.size());
  const std::vector<CellFit> of_scales = weighted_fits(design, kWideOmegaPrior);
  const std::vector<CellFit> with_all = weighted_fits(design, kNarrowOmegaPrior);
  std::vector<CellFit> fits = with_all;
  measure_excess(design, fits, looks, result);
  const auto is_open = [&](std::size_t k) { return result.cells[k].excess.error && !result.cells[k].found; };
  for (std::size_t k = 0; k < grid.cells.size(); ++k) result.tests += is_open(k) ? 1 : 0;

  double largest = 0;
  int left = result.tests;
  while (true) {
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < grid.cells.size(); ++k) {
      if (is_open(k)) open.push_back(k);
    }
    if (open.empty()) break;
    const std::size_t first = *std::ranges::min_element(open, {}, [&](std::size_t k) { return result.cells[k].p; });
    const double corrected = std::max(largest, std::min(1.0, left * result.cells[first].p));
    if (corrected < kSpecialistLevel && may_go_aside(design, first)) {
      largest = corrected;
      --left;
      const CellFigures found = result.cells[first];
      design.set_aside(first);
      fits = weighted_fits(design, kNarrowOmegaPrior);
      measure_excess(design, fits, looks, result);
      result.cells[first].found = true;
      result.cells[first].p = found.p;
      result.cells[first].p_holm = corrected;
      continue;
    }
    std::vector<double> p_values;
    for (const std::size_t k : open) p_values.push_back(result.cells[k].p);
    const std::vector<double> rest = holm(p_values);
    for (std::size_t i = 0; i < open.size(); ++i) result.cells[open[i]].p_holm = std::max(largest, rest[i]);
    break;
  }
  // Without the cells that stand out most, tau would look smaller than it is.
  fits = fitted_again(design, with_all);
  measure_pooled(design, fits, result);
  measure_levels(design, fits, result);
  measure_scales(design, fitted_again(design, of_scales), result);
  return result;
}

}  // namespace arena
