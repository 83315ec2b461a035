#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "arena/bots/process/bot_channel.h"
#include "arena/game/table/bot_seat.h"
#include "arena/game/table/game_result.h"
#include "arena/game/trial/trial_tables.h"
#include "engine/random.h"

namespace arena {

/// Returns limits for a bot that is tried: it has one try at each question, and its first fault forfeits the game.
Limits strict_limits(Limits limits);

/// Makes a player inside the arena, behind a channel like a bot's. It is ready immediately and chooses at random, as
/// the seed decides. Under the laws of the table it makes mistakes where it may: it does not follow suit, and plays out
/// of turn. With `wants_all_laws` it asks for all questions of the laws.
std::unique_ptr<BotChannel> make_partner(const hearts::Seed& seed, bool wants_all_laws = false);

/// Plays a game of this table with the bot in its seat and partners in the others. The deals, the partners' choices and
/// the bot's seed follow from the key. The bot must have greeted.
boost::asio::awaitable<GameResult> play_trial_game(const TrialTable& table, BotSeat& bot, const RunKey& key,
                                                   const Limits& limits);

}  // namespace arena
