#include "arena/results/ratings/cell_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "engine/seat.h"

namespace arena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using hearts::at;

namespace {

constexpr double kTauPrior = 150;       // Elo; deviation of the half-normal prior of tau
constexpr double kNoTauPrior = 0.03;    // the prior probability that tau is 0
constexpr double kOmegaStart = 0.15;    // the omega at which likely values of tau are sought
constexpr int kFitStepsMax = 100;       // steps of a fit; five are usual
constexpr double kFitStepMin = 1e-8;    // of the logarithms of scales; a thousand times as much in Elo
constexpr double kLogScaleMax = 3;      // a larger scale means that the fit failed
constexpr double kGauge = 1e4;          // fixes what the cells leave open; large, so that it adds no error
constexpr double kLikelihoodRange = 8;  // a log likelihood that is lower than the best by more is ignored
constexpr double kTauFactor = 1.5;      // from one tau that is tried to the next
constexpr int kTaus = 12;               // values of tau, between the likely ones
constexpr double kWeightMin = 1e-6;     // a fit with less weight is left out
const std::vector kOmegas = {0.01, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6};

constexpr const char* kNotConverged = "the model of bots and variants does not converge";

/// Values with their prior weights.
using Prior = std::vector<std::pair<double, double>>;

/// Adds the weights of a half-normal distribution at rising values, by the trapezoid rule.
void add_half_normal(const std::vector<double>& values, double deviation, Prior& prior) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double before = values[i > 0 ? i - 1 : i];
    const double after = values[i + 1 < values.size() ? i + 1 : i];
    const double density =
        std::sqrt(2 / std::numbers::pi) / deviation * std::exp(-std::pow(values[i] / deviation, 2) / 2);
    prior.emplace_back(values[i], density * (after - before) / 2);
  }
}

/// Rising values of tau that cover all likely ones.
std::vector<double> likely_taus(const CellDesign& design) {
  double largest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Cell& cell : design.grid().cells) {
    largest = std::max(largest, std::abs(cell.value));
    least = std::min(least, std::sqrt(design.noise(cell)));
  }
  std::vector<std::pair<double, double>> tried;  // tau, likelihood
  VectorXd beta = design.start();
  double best = -std::numeric_limits<double>::infinity();
  for (double tau = 0; tau < 2 * largest + 4 * least; tau = tau == 0 ? least / 8 : kTauFactor * tau) {
    const std::optional<CellFit> fit = design.fit(tau, kOmegaStart, beta);
    if (!fit) continue;
    beta = fit->beta;
    tried.emplace_back(tau, fit->likelihood);
    best = std::max(best, fit->likelihood);
  }
  if (tried.empty()) throw std::runtime_error(kNotConverged);
  const auto counts = [&](const auto& one) { return one.second >= best - kLikelihoodRange; };
  const auto first = std::ranges::find_if(tried, counts);
  const auto last = std::find_if(tried.rbegin(), tried.rend(), counts).base();
  const double low = first == tried.begin() ? 0 : std::prev(first)->first;
  const double high = last == tried.end() ? tried.back().first : last->first;
  std::vector<double> taus;
  for (int i = 0; i < kTaus; ++i) taus.push_back(low + (high - low) * i / (kTaus - 1));
  return taus;
}

/// Makes the weights add up to 1, and removes fits with too little weight.
std::vector<CellFit> normalised(std::vector<CellFit> fits) {
  double sum = 0;
  for (const CellFit& one : fits) sum += one.weight;
  if (!(sum > 0)) throw std::runtime_error(kNotConverged);
  for (CellFit& one : fits) one.weight /= sum;
  std::erase_if(fits, [](const CellFit& one) { return one.weight < kWeightMin; });
  return fits;
}

}  // namespace

double product(const DesignRow& a, const MatrixXd& s, const DesignRow& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) sum += a.value[i] * s(a.column[i], b.column[j]) * b.value[j];
  }
  return sum;
}

double product(const DesignRow& a, const VectorXd& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += a.value[i] * b(a.column[i]);
  return sum;
}

std::vector<int> components_of(const CellGrid& grid) {
  std::vector<int> of(at(grid.bots + grid.groups));
  std::iota(of.begin(), of.end(), 0);
  const auto root = [&](int i) {
    while (of[at(i)] != i) i = of[at(i)] = of[at(of[at(i)])];
    return i;
  };
  for (const Cell& cell : grid.cells) of[at(root(cell.bot))] = root(grid.bots + cell.group);
  std::vector<int> components;
  for (int bot = 0; bot < grid.bots; ++bot) components.push_back(root(bot));
  return components;
}

CellDesign::CellDesign(const CellGrid& grid)
    : grid_(grid), components_(components_of(grid)), aside_(grid.cells.size(), false) {
  std::map<int, int> sizes;
  for (const Cell& cell : grid.cells) ++sizes[cell.group];
  for (const Cell& cell : grid.cells) group_size_.push_back(sizes.at(cell.group));
  std::set<int> anchored;
  for (const int bot : grid.anchors) anchored.insert(components_[at(bot)]);
  for (int bot = 0; bot < grid.bots; ++bot) {
    is_zero_.push_back(!anchored.contains(components_[at(bot)]) ||
                       std::ranges::find(grid.anchors, bot) != grid.anchors.end());
  }
}

VectorXd CellDesign::start() const {
  VectorXd beta = VectorXd::Zero(size());
  VectorXd cells = VectorXd::Zero(size());
  for (const Cell& cell : grid_.cells) {
    beta(level(cell.bot)) += cell.value;
    ++cells(level(cell.bot));
  }
  for (Index i = 0; i < size(); ++i) {
    if (cells(i) > 0) beta(i) /= cells(i);
  }
  return beta;
}

std::optional<CellFit> CellDesign::fit(double tau, double omega, VectorXd beta) const {
  const double prior = 1 / (omega * omega);
  for (int step = 0; step < kFitStepsMax; ++step) {
    MatrixXd information = MatrixXd::Zero(size(), size());
    VectorXd gradient = VectorXd::Zero(size());
    double twice = 0;  // the likelihood, times -2
    for (std::size_t k = 0; k < grid_.cells.size(); ++k) {
      if (aside_[k]) continue;
      const Cell& cell = grid_.cells[k];
      const double s = scale(cell, beta);
      const double variance = noise(cell) + s * s * tau * tau;
      const double left = residual(cell, beta);
      const DesignRow x = row(cell, beta);
      for (std::size_t i = 0; i < 3; ++i) {
        gradient(x.column[i]) += x.value[i] * left / variance;
        for (std::size_t j = 0; j < 3; ++j) information(x.column[i], x.column[j]) += x.value[i] * x.value[j] / variance;
      }
      twice += std::log(variance) + left * left / variance;
    }
    // Within a component the mean level of the anchors, or of all, is 0. So is the mean of the logarithms of the scales.
    for (int i = 0; i < grid_.bots; ++i) {
      for (int j = 0; j < grid_.bots; ++j) {
        if (components_[at(i)] != components_[at(j)] || !is_zero_[at(i)] || !is_zero_[at(j)]) continue;
        information(level(i), level(j)) += kGauge;
        gradient(level(i)) -= kGauge * beta(level(j));
      }
    }
    for (int v = 0; v < grid_.variants; ++v) {
      const double log_s = beta(log_scale(v));
      information(log_scale(v), log_scale(v)) += prior;
      gradient(log_scale(v)) -= prior * log_s;
      twice += prior * log_s * log_s - (v > 0 ? std::log(prior) : 0);
      for (int w = 0; w < grid_.variants; ++w) {
        information(log_scale(v), log_scale(w)) += kGauge * prior;
        gradient(log_scale(v)) -= kGauge * prior * beta(log_scale(w));
      }
    }
    // A constant with all its cells aside, or a bot without cells, is left as it is.
    for (Index i = 0; i < size(); ++i) {
      if (information(i, i) == 0) information(i, i) = 1;
    }
    const Eigen::LDLT<MatrixXd> factors(information);
    const VectorXd change = factors.solve(gradient);
    if (!change.allFinite()) return std::nullopt;
    const auto scales = change.tail(grid_.variants);
    // Large steps are shortened, because scales are logarithms.
    const double longest = grid_.variants > 0 ? scales.cwiseAbs().maxCoeff() : 0;
    beta += change * (longest > 0.5 ? 0.5 / longest : 1);
    if (beta.tail(grid_.variants).cwiseAbs().maxCoeff() > kLogScaleMax) return std::nullopt;
    if (longest < kFitStepMin && change.cwiseAbs().maxCoeff() < 1000 * kFitStepMin) {
      const double determinant = factors.vectorD().array().abs().log().sum();
      const MatrixXd covariance = factors.solve(MatrixXd::Identity(size(), size()));
      return CellFit{tau, omega, 1, std::move(beta), covariance, -(twice + determinant) / 2};
    }
  }
  return std::nullopt;
}

std::vector<CellFit> weighted_fits(const CellDesign& design, double omega_prior) {
  Prior taus = {{0, kNoTauPrior}};
  add_half_normal(likely_taus(design), kTauPrior, taus);
  Prior omegas;
  add_half_normal(kOmegas, omega_prior, omegas);
  std::vector<CellFit> fits;
  Eigen::VectorXd beta = design.start();
  double best = -std::numeric_limits<double>::infinity();
  for (const auto& [tau, of_tau] : taus) {
    for (const auto& [omega, of_omega] : omegas) {
      std::optional<CellFit> fit = design.fit(tau, omega, beta);
      if (!fit) continue;
      beta = fit->beta;
      best = std::max(best, fit->likelihood);
      fit->weight = of_tau * of_omega;
      fits.push_back(std::move(*fit));
    }
  }
  for (CellFit& one : fits) one.weight *= std::exp(one.likelihood - best);
  return normalised(std::move(fits));
}

std::vector<CellFit> fitted_again(const CellDesign& design, const std::vector<CellFit>& fits) {
  std::vector<CellFit> again;
  for (const CellFit& one : fits) {
    std::optional<CellFit> fit = design.fit(one.tau, one.omega, one.beta);
    if (!fit) continue;
    fit->weight = one.weight;
    again.push_back(std::move(*fit));
  }
  return normalised(std::move(again));
}

}  // namespace arena
