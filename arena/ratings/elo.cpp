#include "arena/ratings/elo.h"

#include <Eigen/Dense>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "engine/seat.h"

namespace arena {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using hearts::at;

constexpr double kPhantom = 1;          // comparisons of each bot with the phantom at 0, drawn
constexpr double kStepMin = 1e-10;      // in natural units; a smaller step ends the search
constexpr double kLossAllowed = 1e-12;  // of the likelihood in one step, relative: rounding
constexpr int kStepsMax = 100;          // four are usual
constexpr int kHalvingsMax = 60;

double sigma(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double log_sigma(double x) { return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }

double points(const Comparisons& comparisons, int i, int j) {
  return static_cast<double>(comparisons.halves(i, j)) / 2;
}

double log_likelihood(const Comparisons& comparisons, const VectorXd& theta) {
  double sum = 0;
  for (int i = 0; i < comparisons.size(); ++i) {
    sum += kPhantom / 2 * (log_sigma(theta(i)) + log_sigma(-theta(i)));
    for (int j = i + 1; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double x = theta(i) - theta(j);
      sum += points(comparisons, i, j) * log_sigma(x) + points(comparisons, j, i) * log_sigma(-x);
    }
  }
  return sum;
}

VectorXd gradient_at(const Comparisons& comparisons, const VectorXd& theta) {
  VectorXd gradient(comparisons.size());
  for (int i = 0; i < comparisons.size(); ++i) {
    gradient(i) = kPhantom * (sigma(-theta(i)) - sigma(theta(i))) / 2;
    for (int j = 0; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double x = theta(i) - theta(j);
      // w - n p, written so that nothing cancels where p is near 0 or 1.
      gradient(i) += points(comparisons, i, j) * sigma(-x) - points(comparisons, j, i) * sigma(x);
    }
  }
  return gradient;
}

MatrixXd curvature_at(const Comparisons& comparisons, const VectorXd& theta) {
  MatrixXd curvature = MatrixXd::Zero(comparisons.size(), comparisons.size());
  for (int i = 0; i < comparisons.size(); ++i) {
    curvature(i, i) += kPhantom * sigma(theta(i)) * sigma(-theta(i));
    for (int j = i + 1; j < comparisons.size(); ++j) {
      const double x = theta(i) - theta(j);
      const double weight = static_cast<double>(comparisons.count(i, j)) * sigma(x) * sigma(-x);
      curvature(i, i) += weight;
      curvature(j, j) += weight;
      curvature(i, j) = curvature(j, i) = -weight;
    }
  }
  return curvature;
}

SquareMatrix<double> square(const MatrixXd& matrix) {
  SquareMatrix<double> result(static_cast<int>(matrix.rows()));
  for (int i = 0; i < result.size(); ++i) {
    for (int j = 0; j < result.size(); ++j) result(i, j) = matrix(i, j);
  }
  return result;
}

/// What a pair of a block adds to the first derivative for its first bot, at i, and takes off for its second, at j.
using Residual = std::function<double(const BlockSum&, const PairSum&, int i, int j)>;

MatrixXd block_scatter(const BlockList& blocks, const Comparisons& comparisons, const Residual& residual) {
  MatrixXd scatter = MatrixXd::Zero(comparisons.size(), comparisons.size());
  VectorXd u = VectorXd::Zero(comparisons.size());
  std::vector<int> present;
  for (const BlockSum* block : blocks) {
    present.clear();
    for (const BotGames& bot : block->bots) {
      if (const int i = comparisons.position[bot.bot]; i >= 0) present.push_back(i);
    }
    for (const PairSum& pair : block->pairs) {
      const int i = comparisons.position[pair.first];
      const int j = comparisons.position[pair.second];
      const double part = residual(*block, pair, i, j);
      u(i) += part;
      u(j) -= part;
    }
    for (const int i : present) {
      for (const int j : present) scatter(i, j) += u(i) * u(j);
    }
    for (const int i : present) u(i) = 0;
  }
  return scatter;
}

/// The covariance of an estimate when the games of a block depend on each other in any way at all, by clusters of one
/// block each (Liang and Zeger 1986; the factor G / (G - 1) is CR1): V = G / (G - 1) A B A, by position. `bread` is A,
/// the inverse of the negative second derivative; B is the sum over the G blocks of u u^T, where u is what the block
/// adds to the first derivative. Empty with fewer than two blocks: nothing shows then how blocks differ.
std::optional<MatrixXd> sandwich(const MatrixXd& bread, const BlockList& blocks, const Comparisons& comparisons,
                                 const Residual& residual) {
  const int count = comparisons.blocks_total;
  if (count < 2) return std::nullopt;
  const double correction = static_cast<double>(count) / (count - 1);
  const MatrixXd v = correction * (bread * block_scatter(blocks, comparisons, residual) * bread);
  return (v + v.transpose()) / 2;
}

}  // namespace

Strengths fit_strengths(const Comparisons& comparisons) {
  const int size = comparisons.size();
  if (size == 0) return {};
  int steps = 0;
  VectorXd theta = VectorXd::Zero(size);
  double likelihood = log_likelihood(comparisons, theta);
  while (steps < kStepsMax) {
    ++steps;
    VectorXd step = curvature_at(comparisons, theta).llt().solve(gradient_at(comparisons, theta));
    double next = log_likelihood(comparisons, theta + step);
    // Written so that a number that is none is a loss, too.
    for (int halvings = 0; !(next >= likelihood - kLossAllowed * std::abs(likelihood)); ++halvings) {
      if (halvings == kHalvingsMax) break;
      step /= 2;
      next = log_likelihood(comparisons, theta + step);
    }
    theta += step;
    likelihood = next;
    if (step.cwiseAbs().maxCoeff() < kStepMin) break;
  }

  const MatrixXd inverse = curvature_at(comparisons, theta).llt().solve(MatrixXd::Identity(size, size));
  return {{theta.begin(), theta.end()}, square(inverse), steps};
}

Estimate estimate_elo(const BlockList& blocks, const Comparisons& comparisons) {
  const Strengths fit = fit_strengths(comparisons);
  const int size = comparisons.size();
  MatrixXd bread(size, size);
  MatrixXd share(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      bread(i, j) = fit.inverse(i, j);
      share(i, j) = sigma(fit.theta[at(i)] - fit.theta[at(j)]);
    }
  }
  Estimate estimate;
  estimate.blocks = comparisons.blocks;
  estimate.groups.assign(comparisons.bots.size(), 0);
  for (const double theta : fit.theta) estimate.values.push_back(kEloUnit * theta);
  const auto covariance = sandwich(bread, blocks, comparisons, [&](const BlockSum&, const PairSum& pair, int i, int j) {
    return static_cast<double>(pair.halves) / 2 * share(j, i) -
           (pair.comparisons - static_cast<double>(pair.halves) / 2) * share(i, j);
  });
  if (covariance) estimate.covariance = square(*covariance * (kEloUnit * kEloUnit));
  return centred(std::move(estimate));
}

Estimate estimate_margin(const BlockList& blocks, const Comparisons& comparisons) {
  const int size = comparisons.size();
  Estimate estimate;
  estimate.blocks = comparisons.blocks;
  estimate.groups = joined_groups(comparisons);
  if (size == 0) return estimate;

  // The Laplacian of the comparisons is singular: a constant may be added to each group. With 1 1^T of every group
  // added to it the solution is the one whose groups have mean 0. A weight like the others keeps it well conditioned.
  double weight = 0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) weight += comparisons.margin_weight(i, j) / size;
  }
  MatrixXd laplacian = MatrixXd::Zero(size, size);
  VectorXd sums = VectorXd::Zero(size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      laplacian(i, i) += comparisons.margin_weight(i, j);
      laplacian(i, j) -= comparisons.margin_weight(i, j);
      if (estimate.groups[at(i)] == estimate.groups[at(j)]) laplacian(i, j) += weight / size;
      sums(i) += comparisons.margin_sum(i, j);
    }
  }
  const MatrixXd inverse = laplacian.llt().solve(MatrixXd::Identity(size, size));
  const VectorXd margins = inverse * sums;
  estimate.values.assign(margins.begin(), margins.end());

  const auto covariance =
      sandwich(inverse, blocks, comparisons, [&](const BlockSum& block, const PairSum& pair, int i, int j) {
        return (pair.margin - pair.comparisons * (margins(i) - margins(j))) / block.seats;
      });
  if (covariance) estimate.covariance = square(*covariance);
  return centred(std::move(estimate));
}

}  // namespace arena
