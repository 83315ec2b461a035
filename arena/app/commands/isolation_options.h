#pragma once

#include <spdlog/fwd.h>

#include "arena/app/terminal/command_line.h"
#include "arena/bots/doctor/bot_sandbox.h"

namespace arena::cli {

/// Adds --isolation and --require-isolation.
void add_isolation_options(Command& command, IsolationChoice& choice);

/// Writes remarks on the sandbox to the log, which must outlast the function returned.
TellSandbox tell_on(spdlog::logger& log);

}  // namespace arena::cli
