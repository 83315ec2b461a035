#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/records/duel_end.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/block_scores.h"

namespace arena {

/// The result of one bot against another in some blocks.
struct DuelFigures {
  int blocks = 0;    ///< blocks in which the two were compared
  double share = 0;  ///< the first bot's share of the points between the two, 0 to 1; blocks weigh as in the test
  /// The advantage of the first bot, in what the test measures: Elo that corresponds to the share, or points a hand.
  double difference = 0;
  /// Half the width of its 95% interval. Empty if it rests on fewer than kLiveDegreesMin degrees of freedom.
  std::optional<double> plus_minus{};
  /// Whether all blocks were level: the two took the same points and the same places, as bots do that play alike. The
  /// difference then has no interval.
  bool identical = false;
};

/// The state of a duel. What the records keep of it counts the blocks before `ended_at`, or all blocks.
struct DuelState : DuelEnd {
  double llr = 0;    ///< at the look that decided, or of all complete blocks
  double lower = 0;  ///< bound of the LLR at which the first bot is not stronger; at the same moment as `llr`
  double upper = 0;  ///< bound of the LLR at which it is stronger
  DuelFigures all;   ///< of the blocks before ended_at, or of all blocks
  /// The figures of each variant. If there are several, they take no account of when the duel ended. A single variant
  /// has the figures of `all`.
  std::vector<DuelFigures> by_variant;
};

/// With fewer blocks nothing is decided.
inline constexpr int kDuelBlocksMin = 30;

/// Judges bot 0 against bot 1 of a run by a sequential test. The test ends as soon as the blocks played are enough, and
/// is wrong no more often than alpha and beta allow (Wald, "Sequential Tests of Statistical Hypotheses", 1945).
/// Hypothesis 0 is a difference of test.low, hypothesis 1 one of test.high.
///
/// A block gives the mean x of its comparisons. Blocks count by their number of games w, because a block of two games
/// shows less than one of four. Their mean is m = sum(w x) / sum(w), with the variance
/// V = g / (g - 1) sum(w^2 (x - m)^2) / sum(w)^2, where g = sum(w)^2 / sum(w^2) is how many blocks of equal size would
/// tell as much. As if m were normally distributed with that variance,
///
///     LLR = (b1 - b0) (2 m - b0 - b1) / (2 V),
///
/// where b0 and b1 are what the hypotheses predict: the share 1 / (1 + 10^(-Elo / 400)), or points a hand.
///
/// `looks` are rising numbers of blocks, at least one. The test looks when all blocks before such a number are over,
/// which holds for those up to `reached`. The first look at or beyond a bound decides, and later blocks change nothing.
/// Wald's bounds ln(beta / (1 - alpha)) and ln((1 - beta) / alpha) hold for a test that looks all the time. Between two
/// looks the LLR moves by a normal variable of some deviation s, and so goes beyond a bound by .583 s on average. Both
/// bounds are nearer to 0 by that much (kOvershoot), but do not go beyond it. An LLR of 0 never decides.
///
/// If the last look is reached, the duel is over. The figures of a duel that is decided or over allow for the moment of
/// its end: see drift_after_stop(). Before that they are figures at which somebody looks again and again.
///
/// If a look would decide, or the duel is over, and a bot has forfeited in more than test.forfeits_max of its seats,
/// there is no result.
DuelState judge_duel(const BlockScores& scores, const std::string& run, const SequentialTest& test,
                     const std::vector<int>& looks, int reached);

/// Returns whether a bot has forfeited in so many of its seats that the duel has no result if it ends now.
bool forfeits_too_often(const DuelSeats& side, const SequentialTest& test);

}  // namespace arena
