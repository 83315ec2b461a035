#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/records/counts.h"
#include "arena/records/game_record.h"
#include "arena/table/law_figures.h"

namespace arena {

/// What a rating needs of a game's record.
struct Outcome {
  struct Seat {
    std::string bot;  ///< name
    int place = 1;    ///< 1 is best, ties share
    int score = 0;    ///< lower is better; a forfeiter has the worst of the table
    bool forfeited = false;
    FaultCounts faults;
    LawFigures laws{};
  };
  std::string run;  ///< see run_id()
  std::string variant;
  std::string rules_hash;
  int block = 0;
  int game = 0;
  int games_in_block = 0;  ///< follows from the seats: distinct rotations of their circle
  int hands = 0;
  std::vector<Seat> seats;
  int turn = 0;  ///< from 0: when its turn came among the games of the block, as the block's seed draws it
};

Outcome outcome_of(const GameRecord& record);
/// The outcome in a line of type `game`; hands are counted, not read. Throws InputError "PLACE: ..." when it is none.
Outcome read_outcome(const boost::json::object& line, std::string_view place);

}  // namespace arena
