#pragma once

#include "arena/ratings/block_scores.h"
#include "arena/ratings/comparisons.h"
#include "arena/ratings/estimate.h"

namespace arena {

/// Points a hand by which each bot does better (takes fewer) than the mean of its group: the a that minimise
///   sum over comparisons of 1/seats [ (score of j - score of i) / hands - (a_i - a_j) ]^2,
/// a weighted least-squares ranking (Massey 1997), with its covariance over blocks. Groups are those that comparisons
/// join: between them there is no margin.
Estimate estimate_margin(const BlockList& blocks, const Comparisons& comparisons);

}  // namespace arena
