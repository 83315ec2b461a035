#pragma once

#include <string>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/results/ratings/duel.h"

namespace arena {

/// A duel as it is shown.
struct DuelReport {
  SequentialTest test;
  std::string first;
  std::string second;
  std::vector<std::string> variants;  ///< ids, one for each of state.by_variant
  bool is_over = false;               ///< no more blocks will be played
  DuelState state;
  bool counts_left_out = false;  ///< it counts blocks that the ratings beside it leave out
};

/// How far the test of a duel in progress is: "40% of the way to 'stronger' (LLR 0.89 of 2.23), +12 ± 20 Elo". If a
/// bot forfeits too often, it says that there will be no result. Empty without blocks.
std::string duel_progress(const DuelReport& duel);

/// The result of a duel, or how far it is, in sentences: what was shown, the figures, forfeits, and the figures of each
/// variant if there are several. The first sentence is the verdict.
std::vector<std::string> duel_sentences(const DuelReport& duel);

}  // namespace arena
