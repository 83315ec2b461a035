#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "arena/table/bot_seat.h"
#include "arena/table/game_result.h"
#include "engine/match.h"
#include "engine/random.h"

namespace arena {

/// One game to play: all that a table needs to know beside its bots.
struct GameSetup {
  std::string id;  ///< of the record
  const hearts::GameRules* rules = nullptr;
  hearts::MatchLength length;
  hearts::Seat first_dealer = 0;
  /// The seed of the n-th hand's deal, from 1.
  std::function<hearts::Seed(int hand)> deal_seed;
  Limits limits;
  /// By seat.
  std::vector<std::string> tokens;
  std::vector<std::uint32_t> bot_seeds;
  /// Numbers of the first questions; empty: numbers go on from the bot's last game.
  std::vector<int> first_questions;
  /// Told to the bots, by seat; empty: nobody is named.
  std::vector<std::string> names;
};

/// Plays one game to its end, whatever the bots do. `seats` has one bot a seat; a bot that is not alive has
/// forfeited from the start, for the reason in `absences` (one entry a seat, read for those only).
boost::asio::awaitable<GameResult> play_game(const GameSetup& setup, std::span<BotSeat* const> seats,
                                             std::span<const FaultEvent> absences);

/// Places and scores of a finished game: forfeiters after all who finished (design: a forfeiter's score is the
/// worst of the table or his own, whichever is worse).
void rank(GameResult& result, int seats);

}  // namespace arena
