#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/admission/check/program_flaw.h"
#include "arena/bots/package/bot_entry.h"

namespace arena {

// Each function looks through the end of a bot's stderr for a message of its language about something that is missing.
// It returns nothing if there is no such message.

/// The bot lacks a module, a library or a class. The cause says where this machine has it, if bots cannot see it there.
std::optional<Cause> lacks_module(const BotEntry& bot, std::string_view words);

/// The bot lacks a variable of the environment.
std::optional<Cause> lacks_variable(std::string_view words);

/// The bot lacks a file. The cause says where the file is, if it is on this machine.
std::optional<Cause> lacks_file(const BotEntry& bot, std::string_view words);

}  // namespace arena
