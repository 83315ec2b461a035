#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/wire_log.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// Starts a bot as a process of its own, in its sandbox, behind pipes; whether its program could be run shows in
/// ended(). It lives on the io_context and the thread that attached it last, at first on those that start it. Without
/// stop() the object's end ends the bot and all its processes, and waits for that. `log` may be null. Throws
/// std::system_error when pipes or processes cannot be made: the machine's fault.
std::unique_ptr<BotChannel> start_bot(boost::asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                      std::unique_ptr<WireLog> log = nullptr);

}  // namespace arena
