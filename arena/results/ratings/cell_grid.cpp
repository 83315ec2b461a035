#include "arena/results/ratings/cell_grid.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>

#include "engine/seat.h"

namespace arena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using hearts::at;

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
