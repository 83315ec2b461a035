#pragma once

#include <boost/asio/awaitable.hpp>
#include <span>

#include "arena/game/table/bot_seat.h"
#include "arena/game/table/game_result.h"
#include "arena/game/table/game_setup.h"

namespace arena {

/// Plays one game to its end, whatever the bots do. `seats` has one bot a seat; a bot that is not alive has
/// forfeited from the start, for the reason in `absences` (one entry a seat, read for those only).
boost::asio::awaitable<GameResult> play_game(const GameSetup& setup, std::span<BotSeat* const> seats,
                                             std::span<const FaultEvent> absences);

}  // namespace arena
