#pragma once

#include <boost/asio/awaitable.hpp>
#include <span>

#include "arena/game/table/bot_seat.h"
#include "arena/game/table/game_result.h"
#include "arena/game/table/game_setup.h"

namespace arena {

/// Plays one game to its end, whatever the bots do. `seats` has one bot a seat; a bot that is not alive has forfeited
/// from the start, for the reason in `absences` (one entry a seat, read for those only).
///
/// The coroutine runs on the thread and context of its bots, which it never blocks: all waiting is for bots. The three
/// references must outlast it. The order of the loop in table.cpp is the order of a game: TableHand says which decision is
/// due, Offer puts it in words, BotSeat::ask() gets an answer or settles for none, and Table makes the move and sends all
/// bots what it changes. A bot that has forfeited is replaced by the house player (house_player.h).
///
/// Throws FirstFault from a strict seat. A game that is cancelled has no result, and its bots must be ended.
boost::asio::awaitable<GameResult> play_game(const GameSetup& setup, std::span<BotSeat* const> seats,
                                             std::span<const FaultEvent> absences);

}  // namespace arena
