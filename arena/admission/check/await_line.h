#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>

#include "arena/bots/process/bot_channel.h"
#include "arena/game/table/own_time.h"

namespace arena {

// Whether this is the line that the check waits for: `ready`, or `ready` or an answer.
bool is_ready(const Incoming& incoming);
bool is_ready_or_answer(const Incoming& incoming);

/// Reads a bot's lines until one is wanted, and returns whether one was. It waits until `until`; without `until` it
/// reads only what has arrived already. Lines that have arrived by the end of the wait are read in any case. It stops
/// at a bot that writes more lines beside its answers than it may.
boost::asio::awaitable<bool> await_line(BotChannel& bot, std::optional<TimePoint> until,
                                        std::function<bool(const Incoming&)> is_wanted);

/// Measures from now on which part of the time is the bot's own: on a busy machine that is less than the clock shows.
/// `most` is the longest own time that the caller will ask for.
OwnTime own_time_of(BotChannel& bot, Duration most);

/// Does the same for so much of the bot's own time from now on. A process that has computed for `cpu_most` in all is
/// not waited for any longer: it does not lack a processor.
boost::asio::awaitable<bool> await_line_for(BotChannel& bot, Duration own_time, Duration cpu_most,
                                            std::function<bool(const Incoming&)> is_wanted);

/// Whether the bot's process ends on its own within so much of its own time from now on.
boost::asio::awaitable<bool> ends_within(BotChannel& bot, Duration own_time);

}  // namespace arena
