#include "arena/results/ratings/elo.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>

#include "engine/seat.h"

namespace arena {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using hearts::at;

constexpr double kPhantom = 1;          // drawn comparisons of each bot with the phantom at 0
constexpr double kPriorErrorMax = 0.5;  // in Elo
constexpr double kStepMin = 1e-10;      // in natural units; a smaller step ends the search
constexpr double kLossAllowed = 1e-12;  // relative loss of the likelihood in one step that is taken for rounding
constexpr int kStepsMax = 100;          // four are usual
constexpr int kHalvingsMax = 60;

double sigma(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double log_sigma(double x) { return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }

double log_likelihood(const Comparisons& comparisons, const VectorXd& theta) {
  double sum = 0;
  for (int i = 0; i < comparisons.size(); ++i) {
    sum += kPhantom / 2 * (log_sigma(theta(i)) + log_sigma(-theta(i)));
    for (int j = i + 1; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double x = theta(i) - theta(j);
      sum += comparisons.points(i, j) * log_sigma(x) + comparisons.points(j, i) * log_sigma(-x);
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
      // This is w - n p, written so that nothing cancels if p is near 0 or 1.
      gradient(i) += comparisons.points(i, j) * sigma(-x) - comparisons.points(j, i) * sigma(x);
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
      const double weight = comparisons.weight(i, j) * sigma(x) * sigma(-x);
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

/// What a pair of a block, at positions i and j, adds to the first derivative for its first bot and subtracts for its
/// second.
using Residual = std::function<double(const PairSum&, int i, int j)>;
/// The weight of one comparison of two bots in the negative second derivative.
using Curvature = std::function<double(int i, int j)>;

MatrixXd block_scatter(const BlockList& blocks, const Comparisons& comparisons, const Residual& residual) {
  MatrixXd scatter = MatrixXd::Zero(comparisons.size(), comparisons.size());
  VectorXd u = VectorXd::Zero(comparisons.size());
  std::vector<int> present;
  for (const BlockSum* block : blocks) {
    const double weight = comparisons.weight_in(*block);
    present.clear();
    for (const BotGames& bot : block->bots) {
      if (const int i = comparisons.position[bot.bot]; i >= 0) present.push_back(i);
    }
    for (const PairSum& pair : block->pairs) {
      const int i = comparisons.position[pair.first];
      const int j = comparisons.position[pair.second];
      const double part = weight * residual(pair, i, j);
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

/// Subtracts the mean of each group from the values.
void centre(Estimate& estimate, const MeanWeights& weights) {
  std::map<int, double> means;
  for (int i = 0; i < estimate.size(); ++i) means[estimate.groups[at(i)]] += weights[at(i)] * estimate.values[at(i)];
  for (int i = 0; i < estimate.size(); ++i) estimate.values[at(i)] -= means[estimate.groups[at(i)]];
}

/// The matrix C that subtracts the mean of each group.
MatrixXd centring(const std::vector<int>& groups, const MeanWeights& weights) {
  const auto size = static_cast<int>(groups.size());
  MatrixXd matrix = MatrixXd::Identity(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      if (groups[at(i)] == groups[at(j)]) matrix(i, j) -= weights[at(j)];
    }
  }
  return matrix;
}

/// If there are more blocks than this, carriers_of() only looks at some of them, and at all in which two bots met that
/// meet rarely: fewer than kRareComparisons times.
constexpr int kBlocksLookedAt = 20'000;
constexpr long kRareComparisons = 1000;

/// How many blocks carry each difference of two figures, and on the diagonal each figure: (sum v)^2 / sum v^2 over the
/// blocks. Here v is the part of a block in the variance of the difference if its comparisons were independent
/// (Satterthwaite 1946). If few blocks join two groups of bots, the result is close to the number of these blocks,
/// whatever else was played. `reach` is C A: how far a first derivative moves the figures.
SquareMatrix<double> carriers_of(const MatrixXd& reach, const BlockList& blocks, const Comparisons& comparisons,
                                 const Curvature& curvature, const Carriers& which) {
  const int size = comparisons.size();
  const std::size_t step = 1 + blocks.size() / kBlocksLookedAt;
  MatrixXd sums = MatrixXd::Zero(size, size);
  MatrixXd squares = MatrixXd::Zero(size, size);
  MatrixXd moved;
  MatrixXd products;
  for (std::size_t number = 0; number < blocks.size(); ++number) {
    const BlockSum& block = *blocks[number];
    const auto position = [&](int bot) { return comparisons.position[at(bot)]; };
    const bool is_rare = std::ranges::any_of(block.pairs, [&](const PairSum& pair) {
      return comparisons.count(position(pair.first), position(pair.second)) < kRareComparisons;
    });
    if (block.pairs.empty() || (!is_rare && number % step != 0)) continue;
    moved.resize(size, std::ssize(block.pairs));
    for (std::size_t p = 0; p < block.pairs.size(); ++p) {
      const PairSum& pair = block.pairs[p];
      const int i = position(pair.first);
      const int j = position(pair.second);
      const double scale = comparisons.weight_in(block) * std::sqrt(pair.comparisons * curvature(i, j));
      moved.col(static_cast<Eigen::Index>(p)) = scale * (reach.col(i) - reach.col(j));
    }
    const double stands_for = is_rare ? 1 : static_cast<double>(step);
    if (!which.are_all) {
      const VectorXd own = moved.rowwise().squaredNorm();
      sums.diagonal() += stands_for * own;
      squares.diagonal() += stands_for * own.cwiseAbs2();
      for (const auto& [i, j] : which.pairs) {
        const double part = (moved.row(i) - moved.row(j)).squaredNorm();
        sums(std::max(i, j), std::min(i, j)) += stands_for * part;
        squares(std::max(i, j), std::min(i, j)) += stands_for * part * part;
      }
      continue;
    }
    // For the difference of i and j: products(i, i) + products(j, j) - 2 products(i, j). Only the lower triangle.
    products.setZero(size, size);
    products.selfadjointView<Eigen::Lower>().rankUpdate(moved);
    for (Eigen::Index j = 0; j < size; ++j) {
      const Eigen::Index below = size - j;
      VectorXd parts = products.diagonal().tail(below) - 2 * products.col(j).tail(below);
      parts.array() += products(j, j);
      parts(0) = products(j, j);
      sums.col(j).tail(below) += stands_for * parts;
      squares.col(j).tail(below) += stands_for * parts.cwiseAbs2();
    }
  }
  SquareMatrix<double> carriers(size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j <= i; ++j)
      carriers(i, j) = carriers(j, i) = squares(i, j) > 0 ? sums(i, j) * sums(i, j) / squares(i, j) : 0;
  }
  return carriers;
}

/// Adds the covariance of centred figures. The games of a block may depend on each other in any way, because each block
/// is a cluster (Liang and Zeger 1986; the factor G / (G - 1) is CR1): V = G / (G - 1) C A B A C.
///
/// `bread` is A, the inverse of the negative second derivative. B is the sum over the G blocks of u u^T, where u is
/// what the block adds to the first derivative. With fewer than two blocks the covariance stays empty, because nothing
/// shows how blocks differ.
void add_covariance(Estimate& estimate, const MeanWeights& weights, const MatrixXd& bread, const BlockList& blocks,
                    const Comparisons& comparisons, const Residual& residual, const Curvature& curvature,
                    const Carriers& carriers) {
  const int count = comparisons.blocks_total;
  if (count < 2) return;
  const double correction = static_cast<double>(count) / (count - 1);
  const MatrixXd reach = centring(estimate.groups, weights) * bread;
  const MatrixXd v = correction * (reach * block_scatter(blocks, comparisons, residual) * reach.transpose());
  estimate.covariance = square((v + v.transpose()) / 2);
  estimate.carriers = carriers_of(reach, blocks, comparisons, curvature, carriers);
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
    // Written so that a likelihood that is not a number counts as a loss, too.
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

MeanWeights plain_weights(const std::vector<int>& groups) {
  std::map<int, int> members;
  for (const int group : groups) ++members[group];
  MeanWeights weights;
  for (const int group : groups) weights.push_back(1.0 / members[group]);
  return weights;
}

Estimate estimate_elo(const BlockList& blocks, const Comparisons& comparisons, const Carriers& carriers) {
  const MeanWeights weights = plain_weights(joined_groups(comparisons));
  return estimate_elo(blocks, comparisons, fit_strengths(comparisons), weights, carriers);
}

Estimate estimate_elo(const BlockList& blocks, const Comparisons& comparisons, const Strengths& fit,
                      const MeanWeights& weights, const Carriers& carriers) {
  const int size = comparisons.size();
  MatrixXd bread(size, size);
  MatrixXd share(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      bread(i, j) = kEloUnit * fit.inverse(i, j);
      share(i, j) = sigma(fit.theta[at(i)] - fit.theta[at(j)]);
    }
  }
  Estimate estimate;
  estimate.blocks = comparisons.blocks;
  estimate.groups = joined_groups(comparisons);
  for (const double theta : fit.theta) estimate.values.push_back(kEloUnit * theta);
  for (int i = 0; i < size; ++i)
    estimate.least_errors.push_back(std::min(kPriorErrorMax, kEloUnit * kPhantom / 2 * fit.inverse(i, i)));
  centre(estimate, weights);
  add_covariance(
      estimate, weights, bread, blocks, comparisons,
      [&](const PairSum& pair, int i, int j) {
        const double points = static_cast<double>(pair.halves) / 2;
        return points * share(j, i) - (pair.comparisons - points) * share(i, j);
      },
      [&](int i, int j) { return share(i, j) * share(j, i); }, carriers);
  return estimate;
}

namespace {

/// The least-squares margins by position, in groups with mean 0, and the inverse of their Laplacian.
struct MarginFit {
  MatrixXd inverse;
  VectorXd margins;
};

MarginFit fit_margin(const Comparisons& comparisons, const std::vector<int>& groups) {
  const int size = comparisons.size();
  // The Laplacian of the comparisons is singular, because a constant may be added to each group. With 1 1^T of every
  // group added to it, the solution is the one in which every group has mean 0. A weight of the usual size keeps it
  // well conditioned.
  double weight = 0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) weight += comparisons.weight(i, j) / size;
  }
  MatrixXd laplacian = MatrixXd::Zero(size, size);
  VectorXd sums = VectorXd::Zero(size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      laplacian(i, i) += comparisons.weight(i, j);
      laplacian(i, j) -= comparisons.weight(i, j);
      if (groups[at(i)] == groups[at(j)]) laplacian(i, j) += weight / size;
      sums(i) += comparisons.margins(i, j);
    }
  }
  MarginFit fit;
  fit.inverse = laplacian.llt().solve(MatrixXd::Identity(size, size));
  fit.margins = fit.inverse * sums;
  return fit;
}

}  // namespace

std::vector<double> fit_margins(const Comparisons& comparisons) {
  if (comparisons.size() == 0) return {};
  const VectorXd margins = fit_margin(comparisons, joined_groups(comparisons)).margins;
  return {margins.begin(), margins.end()};
}

Estimate estimate_margin(const BlockList& blocks, const Comparisons& comparisons, const MeanWeights& given,
                         const Carriers& carriers) {
  Estimate estimate;
  estimate.blocks = comparisons.blocks;
  estimate.groups = joined_groups(comparisons);
  if (comparisons.size() == 0) return estimate;

  const MeanWeights weights = given.empty() ? plain_weights(estimate.groups) : given;
  const MarginFit fit = fit_margin(comparisons, estimate.groups);
  const VectorXd& margins = fit.margins;
  estimate.values.assign(margins.begin(), margins.end());
  centre(estimate, weights);
  add_covariance(
      estimate, weights, fit.inverse, blocks, comparisons,
      [&](const PairSum& pair, int i, int j) { return pair.margin - pair.comparisons * (margins(i) - margins(j)); },
      [](int, int) { return 1.0; }, carriers);
  return estimate;
}

}  // namespace arena
