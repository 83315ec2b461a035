#include "arena/ratings/margin.h"

#include <Eigen/Dense>
#include <utility>

#include "arena/ratings/sandwich.h"
#include "engine/seat.h"

namespace arena {

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
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      laplacian(i, i) += comparisons.margin_weight(i, j);
      laplacian(i, j) -= comparisons.margin_weight(i, j);
      if (estimate.groups[hearts::at(i)] == estimate.groups[hearts::at(j)]) laplacian(i, j) += weight / size;
      sums(i) += comparisons.margin_sum(i, j);
    }
  }
  const Eigen::MatrixXd inverse = laplacian.llt().solve(Eigen::MatrixXd::Identity(size, size));
  const Eigen::VectorXd margins = inverse * sums;
  estimate.values.assign(margins.begin(), margins.end());

  estimate.covariance =
      sandwich(inverse, blocks, comparisons, [&](const BlockSum& block, const PairSum& pair, int i, int j) {
        return (pair.margin - pair.comparisons * (margins(i) - margins(j))) / block.seats();
      });
  return centred(std::move(estimate));
}

}  // namespace arena
