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
  not_stronger,  ///< it is not better by as much as `high`
};

/// One bot against another in some blocks.
struct DuelFigures {
  int blocks = 0;     ///< in which the two were compared
  double share = 0;   ///< mean over blocks of the first bot's share of the points between the two, 0 to 1
  Figure difference;  ///< Elo of that share, or points a hand by which the first bot is better: as the test measures
};

/// The state of a duel.
struct DuelState {
  DuelVerdict verdict = DuelVerdict::undecided;
  int ended_at = 0;  ///< the look that decided it, a number of blocks; 0: none has
  double llr = 0;    ///< of the last look, or of all blocks where there was none yet
  double lower = 0;  ///< at which the first bot is not stronger: ln(beta / (1 - alpha))
  double upper = 0;  ///< at which it is: ln((1 - beta) / alpha)
  DuelFigures all;   ///< of the blocks before ended_at, or of all
  std::vector<DuelFigures> by_variant;
};

/// Fewer blocks decide nothing.
inline constexpr int kDuelBlocksMin = 30;

/// Judges bot 0 against bot 1 of a run by a sequential test: it ends as soon as the blocks played suffice, and is wrong as
/// rarely as alpha and beta say (Wald, "Sequential Tests of Statistical Hypotheses", 1945). Hypothesis 0 is a difference of
/// test.low, hypothesis 1 one of test.high.
///
/// The test takes the mean x of each block, as if these were normal with the variance s^2 that they show:
///   LLR = n (b1 - b0) (2 mean(x) - b0 - b1) / (2 s^2),
/// where b0 and b1 are what the hypotheses predict: the share 1 / (1 + 10^(-Elo / 400)), or points a hand. The test looks
/// when all blocks before each of `looks`, rising numbers, are over. The first look at or beyond a bound decides, and later
/// blocks change nothing.
DuelState judge_duel(const BlockScores& scores, const std::string& run, const SequentialTest& test,
                     const std::vector<int>& looks);

}  // namespace arena
