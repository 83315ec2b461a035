#pragma once

#include <vector>

#include "arena/results/ratings/block_scores.h"

namespace arena {

/// A bot is suspect only if its corrected p-value is below this.
inline constexpr double kSuspectLevel = 0.01;

/// A bot with fewer blocks is not tested.
inline constexpr int kOrderBlocksMin = 10;

/// Whether a bot does better the later a game of a block is played. The games of a block have the same deals, and the
/// key decides their order at random. A bot that does better in the later games may therefore recognise the deals.
struct OrderEffect {
  int bot = 0;
  int blocks = 0;
  double gain = 0;    ///< points a hand, from each game of a block to the next
  double p = 1;       ///< one-sided: probability of such a gain, or a greater one, if turns do not matter
  double p_holm = 1;  ///< corrected for all bots tested (Holm 1979)
  bool is_suspect() const { return p_holm < kSuspectLevel; }
};

/// Tests every bot of the field with enough blocks, in the order of the field. The sum over blocks of margin times turn
/// is compared with its distribution under random orders of each block's games. This is a permutation test (Pitman,
/// "Significance Tests Which May be Applied to Samples from any Populations", 1937), in the normal approximation.
std::vector<OrderEffect> test_order(const BlockList& blocks, int field);

}  // namespace arena
