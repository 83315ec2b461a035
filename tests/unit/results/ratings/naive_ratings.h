#pragma once

#include <vector>

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/estimate.h"

namespace arena::test {

/// The ratings once more, as plainly as can be: straight from the games of complete blocks, no aggregation, Gaussian
/// elimination. Every bot must have been compared. For tests only.
struct NaiveRatings {
  using Matrix = std::vector<std::vector<double>>;
  std::vector<double> elo;     ///< mean 1500
  std::vector<double> weight;  ///< of each bot in the mean that standings are relative to; sum 1
  Matrix elo_covariance;       ///< of the centred Elo
  std::vector<double> margin;  ///< mean 0
  Matrix margin_covariance;

  /// What to subtract from the figures so that their weighted mean, not their plain mean, is 1500 or 0.
  double weighted(const std::vector<double>& figures, double mean) const;
  /// The variance of a figure relative to the weighted mean.
  double variance_against_mean(const Matrix& covariance, std::size_t bot) const;
};

/// A value relative to the plain mean of all, by any covariance of the values, as other rating tools print it.
Measured against_plain_mean(const Estimate& estimate, int i);

NaiveRatings naive_ratings(const std::vector<RatedGame>& games, int bots);

}  // namespace arena::test
