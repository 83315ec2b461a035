#pragma once

#include <functional>

#include "arena/table/game_result.h"
#include "engine/hand_walk.h"
#include "engine/match.h"

namespace arena {

/// Reads the move of the seat to move from a record; nothing where the record does not have it.
std::optional<hearts::SeatMove> recorded_move(const HandResult& record, const hearts::Hand& hand);

/// Plays the next hand of a match and records it. `choose` gives the move of the seat to move, which must be legal.
HandResult play_recorded(const hearts::GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                         const std::function<hearts::Move(const hearts::Hand&)>& choose);

}  // namespace arena
