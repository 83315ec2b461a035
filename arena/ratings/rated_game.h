#pragma once

#include <string>
#include <vector>

#include "arena/records/fault_counts.h"

namespace arena {

/// One seat of a game that is over.
struct RatedSeat {
  int bot = 0;    ///< index in the field
  int place = 1;  ///< 1 is best, ties share
  int score = 0;  ///< points; lower is better
  bool forfeited = false;
  FaultCounts faults;
};

/// One game that is over, as the ratings see it: who sat there, and how it ended.
struct RatedGame {
  std::string run;         ///< which run the block is of
  int block = 0;           ///< from 0, within the run
  int game = 0;            ///< from 0, within the block
  int games_in_block = 1;  ///< at least 1
  int variant = 0;         ///< index in the list of variants; one for a whole block
  int hands = 1;           ///< hands played, at least 1
  std::vector<RatedSeat> seats;
};

}  // namespace arena
