#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/bot_log.h"
#include "arena/bots/process/wire_log.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// Starts a bot as a process of its own, in its sandbox, behind pipes. Returns before the bot's program runs; ended()
/// reports if the program cannot be started.
///
/// The launcher (bots/sandbox/launcher) starts the bot, reports how it ended, and kills what is left of it when the
/// launcher's socket closes. Lines and deadlines do not depend on the launcher.
///
/// The channel belongs to the io_context and the thread that attached it last, at first to those that start it. If it
/// is destroyed without stop(), it kills the bot with all its processes, and waits for that. `log` and `left` may be
/// null. Throws std::system_error if pipes or processes cannot be made, for which the machine is to blame.
std::unique_ptr<BotChannel> start_bot(boost::asio::io_context& context, const Sandbox& sandbox, const BotCommand& bot,
                                      std::unique_ptr<WireLog> log = nullptr,
                                      std::unique_ptr<ProcessLog> left = nullptr);

}  // namespace arena
