#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "arena/bots/process/bot_channel.h"
#include "arena/game/table/bot_seat.h"
#include "arena/game/table/game_result.h"
#include "arena/game/trial/trial_tables.h"
#include "engine/random.h"

namespace arena {

/// The limits of a bot that is tried: it has one try at each question, and its first fault forfeits the game.
Limits strict_limits(Limits limits);

/// A player inside the arena, behind a channel as bots are: ready at once; picks at random, by the seed alone. Under the
/// laws of the table it errs where it may: it fails to follow suit, and leads out of turn.
std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed);

/// Plays a game of this table with the bot in its seat and partners in the others. The key gives the deals, what the
/// partners pick and what the bot is seeded with. The bot must have greeted.
boost::asio::awaitable<GameResult> play_trial_game(const TrialTable& table, BotSeat& bot, const RunKey& key,
                                                   const Limits& limits);

}  // namespace arena
