#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <optional>

#include "arena/process/bot_channel.h"

namespace arena {

/// A line that a bot is waited for: `ready`, or an answer too.
bool is_ready(const Incoming& incoming);
bool is_ready_or_answer(const Incoming& incoming);

/// Hears a bot out until a line that is wanted; true if it comes. Without `until` only what has come already is heard.
/// A bot that writes more than it may beside its answers is not heard further.
boost::asio::awaitable<bool> hear_out(BotChannel& bot, std::optional<TimePoint> until,
                                      std::function<bool(const Incoming&)> is_wanted);

}  // namespace arena
