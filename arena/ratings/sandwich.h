#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

#include "arena/ratings/block_scores.h"
#include "arena/ratings/comparisons.h"

namespace arena {

/// What a pair of a block adds to the first derivative for its first bot, at position i; its second, at j, gets the
/// opposite.
using Residual = std::function<double(const BlockSum&, const PairSum&, int i, int j)>;

/// The covariance of an estimate when the games of a block depend on each other in any way at all, by clusters of one
/// block each (Liang and Zeger 1986; the factor G / (G - 1) is CR1): V = G / (G - 1) A B A, by position. `bread` is A,
/// the inverse of the negative second derivative; B is the sum over the G blocks of u u^T, where u is what the block
/// adds to the first derivative. Empty with fewer than two blocks: nothing shows then how blocks differ.
std::optional<SquareMatrix<double>> sandwich(const Eigen::MatrixXd& bread, const BlockList& blocks,
                                             const Comparisons& comparisons, const Residual& residual);

}  // namespace arena
