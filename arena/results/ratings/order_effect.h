#pragma once

#include <vector>

#include "arena/results/ratings/block_scores.h"

namespace arena {

/// Only a corrected p-value below this makes a bot suspect.
inline constexpr double kSuspectLevel = 0.01;

/// Fewer blocks of a bot are not tested.
inline constexpr int kOrderBlocksMin = 10;

/// Whether a bot does better the later a game of a block was played. The games of a block have the same deals, and the
/// key draws their order: who does better in the later ones knows the deals from the earlier ones.
struct OrderEffect {
  int bot = 0;
  int blocks = 0;
  double gain = 0;    ///< points a hand, from each game of a block to the next
  double p = 1;       ///< one-sided: of so great a gain by lot
  double p_holm = 1;  ///< corrected for all bots tested (Holm 1979)
  bool is_suspect() const { return p_holm < kSuspectLevel; }
};

/// Tests every bot of the field that has blocks enough, in their order. The sum over blocks of margin times turn is
/// compared with its distribution under random orders of each block's games (a permutation test: Pitman, "Significance
/// Tests Which May be Applied to Samples from any Populations", 1937), in the normal approximation.
std::vector<OrderEffect> test_order(const BlockList& blocks, int field);

}  // namespace arena
