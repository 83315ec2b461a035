#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "arena/records/game_record.h"
#include "engine/match.h"

namespace arena {

/// Writes a recorded game trick by trick for people, played again by the engine. A card the arena played for a bot
/// is marked !, one of the house player !!, the winner of a trick *. Returns what is wrong with the record, if
/// anything; the text then goes as far as the game does.
std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const hearts::MatchLength& length);

}  // namespace arena
