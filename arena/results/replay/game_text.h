#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "arena/bots/protocol/limits.h"
#include "arena/records/game_details.h"
#include "arena/results/replay/game_frame.h"
#include "engine/match.h"

namespace arena {

/// Tells a game as one seat saw it, in the order in which it learnt it: its hand, its questions, what lay on the table.
/// All of it comes from a SeatView and from what the table saw. The frame must outlast it.
std::unique_ptr<ReplayWatcher> make_seat_text(const GameFrame& frame, hearts::Seat seat);

/// Writes a recorded game trick by trick for people, played again by the engine. A card the arena played for a bot
/// is marked !, one of the house player !!, who leads to a trick >, its winner *, a slow answer ~. What the details tell
/// stands where it happened. Returns what is wrong with the record, if anything; the text then goes as far as the game does.
std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const hearts::MatchLength& length, const GameDetails& details = {},
                                           const Limits& limits = {}, const GameView& view = {});

}  // namespace arena
