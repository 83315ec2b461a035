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

/// Writes a game as one seat saw it, in the order in which the seat learnt it: its hand, its questions, the cards on
/// the table. Everything comes from a SeatView and from what the whole table saw. The frame must outlive the result.
std::unique_ptr<ReplayWatcher> make_seat_text(const GameFrame& frame, hearts::Seat seat);

/// Writes a recorded game for people, trick by trick, as the engine replays it. Marks: ! after a card that the arena
/// played for a bot, !! after one that the house player played, > at the leader of a trick, * at its winner, ~ after a
/// slow answer. The details are written where they happened.
///
/// Returns what is wrong with the record, if anything; the text then ends where the mistake is.
std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const GameDetails& details = {}, const TableLimits& limits = {},
                                           const GameView& view = {});

}  // namespace arena
