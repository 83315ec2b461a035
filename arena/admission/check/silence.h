#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "arena/admission/check/altered_channel.h"
#include "arena/game/trial/trial_tables.h"

namespace arena {

/// How long a process is listened to in an experiment, of its own time.
inline constexpr Duration kExperiment = std::chrono::milliseconds(1500);

/// Finds out by experiments why a bot does not say `ready`: fresh processes are greeted side by side, one like the first,
/// one whose input is closed then, one whose language is told not to buffer, one that gets another line, one that gets
/// many, one that gets many questions. Gives what brings the `ready`, Came::late where the one like the first says it.
/// Takes kExperiment, and thrice that for a bot that starts slowly; on a busy machine more. Throws std::system_error when
/// no process can be started.
boost::asio::awaitable<Came> find_silence(boost::asio::io_context& context, const Subject& subject);

/// The bot with the buffers of its language switched off, as far as that can be done from outside: Python, Perl, and what
/// writes by the C library's streams.
BotCommand unbuffered(const BotCommand& command);

/// unbuffered() reaches what the bot writes for sure: its language says so.
bool is_reached_by_unbuffered(const BotCommand& command);

}  // namespace arena
