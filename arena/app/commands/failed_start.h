#pragma once

#include <spdlog/fwd.h>

#include <string>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/game/table/fault.h"

namespace arena::cli {

/// Writes to the log that a bot cannot play: how it ended, its last words, the cause if it is known, and what to do.
void tell_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log);

/// The command that explains what is wrong with a bot. It has quotes of its own, so it stands at the end of a line.
std::string check_advice(const BotEntry& bot);

}  // namespace arena::cli
