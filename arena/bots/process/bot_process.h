#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/wire_log.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// Starts a bot as a process of its own, in its sandbox, behind pipes. Returns before the bot's program runs; ended()
/// reports if that cannot be started.
///
/// The launcher (bots/sandbox/launcher) stands between arena and bot: it starts the bot, reports how it ended, and kills
/// what is left of it when its socket closes. Lines and deadlines need no help of it.
///
/// The channel lives on the io_context and the thread that attached it last, at first on those that start it. If it is
/// destroyed without stop(), it ends the bot with all its processes, and waits for that. `log` may be null. Throws
/// std::system_error when pipes or processes cannot be made, which is the machine's fault.
std::unique_ptr<BotChannel> start_bot(boost::asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                      std::unique_ptr<WireLog> log = nullptr);

}  // namespace arena
