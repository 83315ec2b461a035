#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>

#include "arena/bots/process/bot_channel.h"
#include "arena/game/table/own_time.h"

namespace arena {

// Whether this is a line that the check often waits for. The answer may be to any question.
bool is_ready(const Incoming& incoming);
bool is_ready_or_answer(const Incoming& incoming);

/// Reads a bot's lines until `is_wanted` accepts one, and returns whether it did. It waits until `until`; without
/// `until` it reads only what has arrived already. Lines that have arrived by the end of the wait are read in any case.
/// It stops at a bot that writes more lines beside its answers than it may.
boost::asio::awaitable<bool> await_line(BotChannel& bot, std::optional<TimePoint> until,
                                        std::function<bool(const Incoming&)> is_wanted);

/// Measures from now on which part of the time is the bot's own: on a busy machine that is less than the clock shows.
/// `most` is the longest own time that the caller will ask for.
OwnTime own_time_of(BotChannel& bot, Duration most);

/// Does the same, but waits for this much of the bot's own time from now on, as OwnTime measures it. A process that has
/// computed for `cpu_most` in all is not waited for any longer: it does not lack a processor.
boost::asio::awaitable<bool> await_line_for(BotChannel& bot, Duration own_time, Duration cpu_most,
                                            std::function<bool(const Incoming&)> is_wanted);

/// Waits until the bot's process ends on its own, for this much of its own time at most. Returns whether it ended.
boost::asio::awaitable<bool> ends_within(BotChannel& bot, Duration own_time);

}  // namespace arena
