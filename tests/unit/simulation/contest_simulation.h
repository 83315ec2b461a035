#pragma once

#include <string>

#include "engine/random.h"

namespace arena {

/// A simulated league that looks for its first bots.
struct ContestKind {
  int bots = 12;
  int first = 1;
  double spread = 1;        ///< of the bots' strengths, see SimulatedLeague
  int chunk_blocks = 24;    ///< it decides after each of these
  int blocks_max = 20'000;  ///< it ends there undecided
  bool is_full = false;     ///< all bots play to the end: it only looks whether the first are known
};

/// How such a league ended.
struct ContestEnd {
  int blocks = 0;
  bool is_settled = false;    ///< exactly so many bots were left
  bool has_lost_one = false;  ///< one of the truly first bots was left out
};

/// Plays a league of bots whose strengths are drawn. Equal seeds give the same bots and blocks.
ContestEnd play_contest(const ContestKind& kind, const std::string& seed);

}  // namespace arena
