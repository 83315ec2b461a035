#pragma once

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/game/table/fault.h"

namespace arena::cli {

/// Prepares this process to start bots. A failed write no longer ends it, and other processes of the same user can no
/// longer read its memory, which holds the run's key.
void prepare_to_play();

/// Plays the session that the options describe; their manifest must be complete. Prints what happens to standard output
/// and the log, and returns the exit code.
int run_session(SessionOptions options, const CommandContext& context);

/// Logs that a bot cannot play: its exit status, the end of its stderr, the cause if it is known, and what to do.
void report_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log);

}  // namespace arena::cli
