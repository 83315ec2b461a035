#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/table/game_result.h"

namespace arena {

/// Says in one sentence what does not fit together among a game's faults, forfeits, tries and the arena's own answers;
/// nothing if all does. `asked`: by seat, the hand of each question it was asked, in order. How many faults a game may
/// have is not checked here: the run's limits say so.
std::optional<std::string> fault_problem(const GameResult& result, const hearts::PerSeat<std::vector<int>>& asked);

}  // namespace arena
