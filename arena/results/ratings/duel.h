#pragma once

#include <string>
#include <vector>

#include "arena/records/sequential_test.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/standings.h"

namespace arena {

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

/// How a duel stands.
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

/// Judges bot 0 against bot 1 of a run. Wald's test on the means x of the blocks, as if they were normal with their own
/// variance: LLR = n (b1 - b0) (2 mean(x) - b0 - b1) / (2 s^2), where b is the share that an Elo difference predicts,
/// 1 / (1 + 10^(-Elo / 400)), or points a hand. It is looked at when all blocks before each of `looks`, rising numbers,
/// are over: the first look at or beyond a bound decides. Later blocks change nothing then.
DuelState judge_duel(const BlockScores& scores, const std::string& run, const SequentialTest& test,
                     const std::vector<int>& looks);

}  // namespace arena
