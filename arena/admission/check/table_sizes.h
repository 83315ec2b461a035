#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <span>
#include <string>

#include "arena/game/trial/trial_tables.h"

namespace arena {

/// What was played: how many tables, of how many seats, how many questions.
std::string told_tables(std::span<const TrialTable> tables, int played, std::size_t questions);

/// A bot has failed at a table: whether the number of seats makes the difference. Some variants without options are
/// played at each size, each game by a fresh process. A clause with "; " before it if it fails in all of this size and in
/// none of another; else empty. Throws std::system_error when no process can be started.
boost::asio::awaitable<std::string> tell_sizes(boost::asio::io_context& context, const Subject& subject,
                                               std::span<const TrialTable> tables, const TrialTable& failed);

}  // namespace arena
