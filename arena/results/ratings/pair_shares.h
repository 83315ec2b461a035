#pragma once

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/estimate.h"

namespace arena {

/// What is needed to test the share of the points between two bots: sums over the blocks in which they met. Only cells
/// with the smaller position first are used.
struct PairSquares {
  explicit PairSquares(int size) : halves(size), mixed(size), comparisons(size) {}
  SquareMatrix<double> halves;       ///< sum of halves^2
  SquareMatrix<double> mixed;        ///< sum of halves * comparisons
  SquareMatrix<double> comparisons;  ///< sum of comparisons^2

  void add(const BlockList& blocks, const Comparisons& of);
};

/// How far the share of the first of two bots, i < j, is from a half, by their own games alone. It is a ratio of sums
/// over blocks, with the error of such a ratio (Cochran, Sampling Techniques, 1977, section 6.3). Its degrees of
/// freedom are the number of blocks minus one, where blocks with fewer comparisons count in part.
Measured share_difference(const Comparisons& comparisons, const PairSquares& squares, int i, int j);

}  // namespace arena
