#pragma once

#include <string>
#include <vector>

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/estimate.h"

namespace arena {

// A test for pairs of bots of which one plays so that the other gains: two bots of one author, or friends. Such a
// gainer does better at tables with its helper than elsewhere. A pair that is found is a pair to look at, and no more:
// bots can also suit each other by accident.

/// A pair is one to look at if its corrected p-value is below this.
inline constexpr double kCollusionLevel = 0.05;

/// A pair is tested if it has kPairBlocksMin blocks together, and the gainer has kOtherBlocksMin without the helper.
inline constexpr int kPairBlocksMin = 30;
inline constexpr int kOtherBlocksMin = 15;

/// The result of the test of one ordered pair.
struct PairEffect {
  int helper = 0;
  int gainer = 0;
  int blocks = 0;   ///< blocks of the two together
  double gain = 0;  ///< points a hand by which the gainer does better in these blocks than in its others
  /// One-sided: the probability of such a gain, or a greater one, if the helper does not matter. In a run in progress
  /// it holds at all looks together, as p_value() does. 1 without a gain.
  double p = 1;
  double p_holm = 1;  ///< corrected for all pairs that were tested (Holm 1979)
};

/// The blocks of one variant, and each bot's margin in that variant: see fit_margins(). The margins are by index in
/// the field.
struct MarginBlocks {
  BlockList blocks;
  std::vector<double> margins;
};

/// How much better a bot did in a block than the margins of all bots at the table predict, in points a hand. Every
/// comparison of the bot counts, also those with a helper, because what a helper loses to its friend is a part of the
/// help. (In simulated leagues the test finds a helper twice as often with them as without them, and names honest pairs
/// no more often.)
double residual_in(const BlockSum& block, const std::vector<double>& margins, int bot);

/// Tests every ordered pair of bots with enough blocks. The order is that of the helpers in the field, then that of the
/// gainers.
///
/// The gainer's residuals in blocks with the helper are compared with those in the other blocks of the same variants by
/// Welch's test ("The generalization of 'Student's' problem when several different population variances are involved",
/// Biometrika 34, 1947). The residuals of a variant are divided by their standard deviation there, because a point is
/// worth more in some variants than in others. What the strength of a bot and of its opponents explains of residuals,
/// by a regression over all bots, is subtracted first: otherwise the two best bots of a field would seem to help each
/// other, because margins do not simply add up.
std::vector<PairEffect> test_collusion(const std::vector<MarginBlocks>& by_variant, int field, const Looks& looks = {});

/// The most blocks that are named for a pair.
inline constexpr int kBlocksToLookAt = 3;

/// A pair to look at, and where.
struct PairToLookAt : PairEffect {
  /// The blocks of the two in which the gainer's residual was greatest, that one first; at most kBlocksToLookAt.
  std::vector<BlockPlace> look_at{};
};

/// The most pairs that are named.
inline constexpr int kPairsToLookAt = 20;

/// The pairs to look at, and how many ordered pairs were tested.
struct PairsFound {
  int tests = 0;
  std::vector<PairToLookAt> pairs;
};

/// Finds the pairs to look at, clearest first, at most kPairsToLookAt.
///
/// A helper changes the margins of all bots that meet it or its friend, so that honest bots may look as if they gained,
/// too. Each time a pair is found, the blocks of the two are therefore left out, and margins and tests are computed
/// again without them, until no pair is found.
PairsFound find_pairs_to_look_at(const BlockScores& scores, const Looks& looks = {});

/// Returns the blocks in which one of the pairs sat together.
std::vector<BlockPlace> blocks_of(const std::vector<PairToLookAt>& pairs, const BlockScores& scores);

}  // namespace arena
