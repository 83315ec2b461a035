#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/admission/check/program_flaw.h"
#include "arena/bots/package/bot_entry.h"

namespace arena {

/// The module, library or class that a bot lacks, as the errors of its language name it. Says where this machine has it,
/// if bots do not see it.
std::optional<Cause> lacks_module(const BotEntry& bot, std::string_view words);

/// The variable of the environment that a bot lacks.
std::optional<Cause> lacks_variable(std::string_view words);

/// The file that a bot did not find, and where it lies.
std::optional<Cause> lacks_file(const BotEntry& bot, std::string_view words);

}  // namespace arena
