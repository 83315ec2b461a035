#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <optional>

#include "arena/admission/check/finding.h"
#include "arena/game/trial/trial_tables.h"

namespace arena {

/// Whether a bot that took so long for an answer, on the average, would use up its bank in a game as long as most. If so
/// it is told, in a game of its own at this table, that the bank is nearly used up. The finding is of a bot that is no
/// quicker then: `questions` of a hand. Nothing: its bank lasts, or it shares it out. Throws std::system_error when no
/// process can be started.
boost::asio::awaitable<std::optional<Finding>> find_spent_bank(boost::asio::io_context& context, const Subject& subject,
                                                               const TrialTable& table, std::chrono::microseconds mean,
                                                               int questions);

}  // namespace arena
