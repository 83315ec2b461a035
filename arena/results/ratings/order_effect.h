#pragma once

#include <vector>

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/estimate.h"

namespace arena {

// A test for bots that recognise deals. The games of a block have the same deals, in an order that the key draws at
// random. A bot that does better in the later games may therefore know the deals from the earlier ones. In the first
// game of a block no bot can know them.

/// A bot is suspect only if its corrected p-value is below this. At most five of 1,000 leagues of honest bots then name
/// a bot, on average, at any look while the games are played, and at most five when they have ended.
inline constexpr double kSuspectLevel = 0.005;

/// Without correction, the test of the first game must have a p-value below this, or else the trend counts for nothing.
/// The reason is a cheat that does better in the second games only. Its opponents do worse in these games, so their
/// margins seem to rise later, although they know nothing. But they do no better than in the first games.
inline constexpr double kSupportLevel = 0.1;

/// A bot with fewer blocks in which its games differ is not tested.
inline constexpr int kOrderBlocksMin = 10;

/// The two tests.
enum class OrderTest {
  trend,      ///< whether the margin rises from each game of a block to the next
  first_game  ///< whether it is higher in the other games of a block than in the first
};

/// "trend" or "first_game".
const char* order_test_name(OrderTest test);

/// The result of one test of one bot.
struct OrderEffect {
  int bot = 0;
  OrderTest test = OrderTest::trend;
  int blocks = 0;
  /// In points a hand. `trend`: from each game of a block to the next. `first_game`: how much better the bot does in
  /// all games but the first.
  double gain = 0;
  double p = 1;  ///< one-sided: probability of such a gain, or a greater one, at this look, if turns do not matter
  /// The same at all looks together (p_at_all_looks()), corrected for all tests of all bots (Holm 1979).
  double p_holm = 1;
};

/// Makes both tests for every bot of the field with enough blocks, in the order of the field; the trend comes first.
///
/// Both are permutation tests (Pitman, "Significance Tests Which May be Applied to Samples from any Populations",
/// 1937): a sum over blocks is compared with its distribution under random orders of each block's games. Each block is
/// divided by its standard deviation under these orders. The distribution of the sum is replaced by a Pearson curve of
/// type III with the same mean, variance and skewness (Mielke, Berry and Brier, "Application of Multi-Response
/// Permutation Procedures for Examining Seasonal Changes in Monthly Mean Sea-Level Pressure Patterns", 1981). A
/// skewness below 0 counts as 0, which makes p too large rather than too small.
std::vector<OrderEffect> test_order(const BlockList& blocks, int field, const Looks& looks = {});

/// Returns the effects of the suspects, clearest first. A bot that both tests find is in the list once, with the
/// smaller p. No bot is a suspect that gains nothing after the first game, or for whose trend kSupportLevel is not
/// reached.
std::vector<OrderEffect> find_suspects(const std::vector<OrderEffect>& effects);

}  // namespace arena
