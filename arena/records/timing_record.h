#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arena/table/game_result.h"

namespace arena {

/// A line of type `timing` as read: the clocks of one game.
struct TimingRecord {
  struct Seat {
    std::string bot;
    SeatTiming timing;
  };
  std::string run;
  std::string id;     ///< of the game
  bool busy = false;  ///< the machine had too much else to do
  std::vector<Seat> seats;
  std::vector<Note> notes;
  std::vector<Note> stderr_texts;  ///< printable lines
};

/// Reads such a line; see timing_json(). The delay of each seat is not in it. Throws InputError "PLACE: ..." when
/// something is missing or cannot be.
TimingRecord read_timing(const boost::json::object& line, std::string_view place);

}  // namespace arena
