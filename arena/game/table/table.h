#pragma once

#include <boost/asio/awaitable.hpp>
#include <span>

#include "arena/game/table/bot_seat.h"
#include "arena/game/table/game_result.h"
#include "arena/game/table/game_setup.h"

namespace arena {

/// Plays one game to its end, whatever the bots do. `seats` has the bot of each seat. A bot that is not alive has
/// forfeited from the start, for the reason in `absences`, which has an entry for each seat and is read for such bots
/// only.
///
/// The coroutine runs on the thread and context of its bots. It never blocks them: it only ever waits for bots. The
/// three references must outlast it. The loop in table.cpp has the order of a game: TableHand says which decision is
/// due, Offer turns it into a question, BotSeat::ask() gets an answer or does without one, and Table makes the move and
/// sends all bots what it changes. The house player (house_player.h) replaces a bot that has forfeited.
///
/// A strict seat throws FirstFault. A game that is cancelled has no result, and its bots must be ended.
boost::asio::awaitable<GameResult> play_game(const GameSetup& setup, std::span<BotSeat* const> seats,
                                             std::span<const FaultEvent> absences);

}  // namespace arena
