#pragma once

#include <vector>

#include "arena/cli/command_line.h"
#include "arena/protocol/limits.h"
#include "arena/sandbox/resources.h"

namespace arena::cli {

// Each adds options whose defaults are the values that are bound.

/// How long a bot may take.
std::vector<Argument> add_time_options(Command& command, Limits& limits);
/// What else a league can say about its bots' time.
std::vector<Argument> add_limit_flags(Command& command, Limits& limits);
/// What memory and processes a bot gets.
std::vector<Argument> add_resource_options(Command& command, Resources& resources);

}  // namespace arena::cli
