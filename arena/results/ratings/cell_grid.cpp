#include "arena/results/ratings/cell_grid.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>

#include "engine/seat.h"

namespace arena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using hearts::at;

namespace {

/// The degrees of freedom of the common variance, if the variances of some cells differ no more than by accident.
constexpr double kCommonDegreesMax = 50;
constexpr double kCommonDegreesMin = 0.1;

/// The degrees of freedom d for which trigamma(d / 2) is `value`, within these limits.
double degrees_of_trigamma(double value) {
  double low = kCommonDegreesMin;
  double high = kCommonDegreesMax;
  if (value <= boost::math::trigamma(high / 2)) return high;
  constexpr int kHalvings = 50;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = std::sqrt(low * high);
    (boost::math::trigamma(middle / 2) > value ? low : high) = middle;
  }
  return low;
}

}  // namespace

void moderate_variances(std::span<Cell> cells, const std::vector<double>& expected) {
  constexpr std::size_t kCellsMin = 3;
  if (cells.size() < kCellsMin) return;
  const auto count = static_cast<double>(cells.size());
  double ratios = 0;  // of seen and expected variances, weighted by degrees of freedom
  double degrees = 0;
  double logs = 0;  // of the same ratios, as far as they are not what chance adds
  double squares = 0;
  double by_chance = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const double half = cells[k].degrees / 2;
    const double ratio = std::max(cells[k].variance, kCellVarianceMin) / expected[k];
    ratios += cells[k].degrees * ratio;
    degrees += cells[k].degrees;
    const double log = std::log(ratio) - boost::math::digamma(half) + std::log(half);
    logs += log;
    squares += log * log;
    by_chance += boost::math::trigamma(half) / count;
  }
  const double common = ratios / degrees;
  const double weight = degrees_of_trigamma((squares - logs * logs / count) / (count - 1) - by_chance);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    Cell& cell = cells[k];
    cell.variance = (weight * common * expected[k] + cell.degrees * cell.variance) / (weight + cell.degrees);
    cell.degrees += weight;
  }
}

std::vector<double> quasi_variances(const Estimate& estimate) {
  std::vector<double> result(at(estimate.size()), 0);
  if (!estimate.covariance) return result;
  const SquareMatrix<double>& v = *estimate.covariance;
  std::map<int, std::vector<int>> members;
  for (int i = 0; i < estimate.size(); ++i) members[estimate.groups[at(i)]].push_back(i);
  for (const auto& member : members) {
    const std::vector<int>& positions = member.second;
    const auto size = static_cast<Index>(positions.size());
    if (size < 2) continue;
    const auto difference = [&](Index a, Index b) {
      const int i = positions[static_cast<std::size_t>(a)];
      const int j = positions[static_cast<std::size_t>(b)];
      return std::max(v(i, i) + v(j, j) - 2 * v(i, j), kCellVarianceMin);
    };
    if (size == 2) {
      for (const int i : positions) result[at(i)] = difference(0, 1) / 2;
      continue;
    }
    // Least squares of (q_i + q_j) / D_ij - 1.
    MatrixXd normal = MatrixXd::Zero(size, size);
    VectorXd right = VectorXd::Zero(size);
    double least = std::numeric_limits<double>::infinity();
    for (Index a = 0; a < size; ++a) {
      for (Index b = a + 1; b < size; ++b) {
        const double d = difference(a, b);
        least = std::min(least, d);
        for (const Index i : {a, b}) {
          right(i) += 1 / d;
          for (const Index j : {a, b}) normal(i, j) += 1 / (d * d);
        }
      }
    }
    const VectorXd q = normal.ldlt().solve(right);
    for (Index a = 0; a < size; ++a) result[at(positions[static_cast<std::size_t>(a)])] = std::max(q(a), least / 20);
  }
  return result;
}

}  // namespace arena
