#pragma once

#include <vector>

#include "arena/results/ratings/block_scores.h"

namespace arena::test {

/// The ratings once more, as plainly as can be: straight from the games of complete blocks, no aggregation, Gaussian
/// elimination. Every bot must have been compared. For tests only.
struct NaiveRatings {
  using Matrix = std::vector<std::vector<double>>;
  std::vector<double> elo;     ///< mean 1500
  Matrix elo_covariance;       ///< of the centred Elo
  std::vector<double> margin;  ///< mean 0
  Matrix margin_covariance;
};

NaiveRatings naive_ratings(const std::vector<RatedGame>& games, int bots);

}  // namespace arena::test
