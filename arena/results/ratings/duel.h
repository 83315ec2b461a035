#pragma once

#include <string>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// What a duel has decided so far.
enum class DuelVerdict {
  undecided,
  stronger,      ///< the first bot is better by more than `low`
  not_stronger,  ///< the first bot is not better by as much as `high`
};

/// The result of one bot against another in some blocks.
struct DuelFigures {
  int blocks = 0;    ///< blocks in which the two were compared
  double share = 0;  ///< mean over blocks of the first bot's share of the points between the two, 0 to 1
  /// The advantage of the first bot, in what the test measures: Elo that corresponds to the share, or points a hand.
  Figure difference;
};

/// The state of a duel.
struct DuelState {
  DuelVerdict verdict = DuelVerdict::undecided;
  int ended_at = 0;  ///< the look that decided it, as a number of blocks; 0 if undecided
  double llr = 0;    ///< at the look that decided, or of all complete blocks
  double lower = 0;  ///< bound at which the first bot is not stronger: ln(beta / (1 - alpha))
  double upper = 0;  ///< bound at which it is stronger: ln((1 - beta) / alpha)
  DuelFigures all;   ///< of the blocks before ended_at, or of all blocks
  std::vector<DuelFigures> by_variant;
};

/// With fewer blocks nothing is decided.
inline constexpr int kDuelBlocksMin = 30;

/// Judges bot 0 against bot 1 of a run by a sequential test. The test ends as soon as the blocks played are enough, and
/// is wrong no more often than alpha and beta allow (Wald, "Sequential Tests of Statistical Hypotheses", 1945).
/// Hypothesis 0 is a difference of test.low, hypothesis 1 one of test.high.
///
/// The test uses the mean x of each block, as if these means were normally distributed with their sample variance s^2:
///
///     LLR = n (b1 - b0) (2 mean(x) - b0 - b1) / (2 s^2),
///
/// where b0 and b1 are what the hypotheses predict: the share 1 / (1 + 10^(-Elo / 400)), or points a hand.
///
/// `looks` are rising numbers of blocks. The test looks when all blocks before such a number are over. The first look
/// at or beyond a bound decides, and later blocks change nothing.
DuelState judge_duel(const BlockScores& scores, const std::string& run, const SequentialTest& test,
                     const std::vector<int>& looks);

}  // namespace arena
