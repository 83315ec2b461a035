#pragma once

#include <stdexcept>
#include <vector>

#include "arena/game/table/game_result.h"
#include "engine/seat.h"

namespace arena {

/// What is wrong with a record, in one sentence with its place.
struct WrongRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A question as the record implies it.
struct AskedQuestion {
  int hand = 0;
  bool of_law = false;
};

/// Holds a game's faults, forfeits, tries and the arena's own answers against each other and against the questions of
/// each seat, in order. How many faults a game may have is not checked: the run's limits say so. Throws WrongRecord for
/// the first thing that does not fit.
void check_faults(const GameResult& result, const hearts::PerSeat<std::vector<AskedQuestion>>& asked);

}  // namespace arena
