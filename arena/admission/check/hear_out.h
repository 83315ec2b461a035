#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>

#include "arena/bots/process/bot_channel.h"
#include "arena/game/table/own_time.h"

namespace arena {

/// A line that a bot is waited for: `ready`, or an answer too.
bool is_ready(const Incoming& incoming);
bool is_ready_or_answer(const Incoming& incoming);

/// Hears a bot out until a line that is wanted; true if it comes. Without `until` only what has come already is heard; what
/// has come when that is over is heard in any case. A bot that writes more than it may beside its answers is not heard
/// further.
boost::asio::awaitable<bool> hear_out(BotChannel& bot, std::optional<TimePoint> until,
                                      std::function<bool(const Incoming&)> is_wanted);

/// Times what of the time from now on is the bot's own: on a busy machine that is less than what the clock shows.
/// `most`: of own time that is asked for.
OwnTime own_time_of(BotChannel& bot, Duration most);

/// Hears a bot out for so much of its own time from now on. Nothing is forgiven to a process that has computed for
/// `cpu_most` in all: it does not lack a processor.
boost::asio::awaitable<bool> hear_out_for(BotChannel& bot, Duration own_time, Duration cpu_most,
                                          std::function<bool(const Incoming&)> is_wanted);

/// The bot's process ends by itself within so much of its own time from now on.
boost::asio::awaitable<bool> ends_within(BotChannel& bot, Duration own_time);

}  // namespace arena
