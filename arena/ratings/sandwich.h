#pragma once

#include <optional>

#include "arena/ratings/block_sum.h"
#include "arena/ratings/comparisons.h"
#include "arena/ratings/square_matrix.h"

namespace arena {

/// The covariance of an estimate when the games of a block depend on each other in any way at all, by clusters of one
/// block each (Liang and Zeger 1986; the factor G / (G - 1) is CR1): V = G / (G - 1) A B A.
/// `bread` is A, the inverse of the negative second derivative; `scatter` is B; `blocks` is G.
/// Empty with fewer than two blocks: nothing shows then how blocks differ.
std::optional<SquareMatrix<double>> sandwich(const SquareMatrix<double>& bread, const SquareMatrix<double>& scatter,
                                             int blocks);

/// B, by position: the sum over blocks of u u^T, where u_i is what the block adds to the first derivative for bot i.
/// `residual(block, pair, i, j)` is the part of a pair for its first bot, at position i; its second, at j, has the
/// opposite.
template <class Residual>
SquareMatrix<double> block_scatter(const BlockList& blocks, const Comparisons& comparisons, Residual residual) {
  SquareMatrix<double> scatter(comparisons.size());
  std::vector<double> u(static_cast<std::size_t>(comparisons.size()), 0.0);
  std::vector<int> present;
  for (const BlockSum* block : blocks) {
    present.clear();
    for (const BotGames& bot : block->bots()) {
      const int i = comparisons.position[static_cast<std::size_t>(bot.bot)];
      if (i >= 0) present.push_back(i);
    }
    for (const PairSum& pair : block->pairs()) {
      const int i = comparisons.position[static_cast<std::size_t>(pair.first)];
      const int j = comparisons.position[static_cast<std::size_t>(pair.second)];
      const double part = residual(*block, pair, i, j);
      u[static_cast<std::size_t>(i)] += part;
      u[static_cast<std::size_t>(j)] -= part;
    }
    for (const int i : present) {
      for (const int j : present) scatter(i, j) += u[static_cast<std::size_t>(i)] * u[static_cast<std::size_t>(j)];
    }
    for (const int i : present) u[static_cast<std::size_t>(i)] = 0;
  }
  return scatter;
}

}  // namespace arena
