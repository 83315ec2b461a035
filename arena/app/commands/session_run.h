#pragma once

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"
#include "arena/game/table/fault.h"

namespace arena::cli {

/// Makes this process one that may start bots: errors of writes do not end it, and its memory is hidden from other
/// processes of the same user, since it holds the run's key.
void prepare_to_play();

/// Plays the session that the options order, in which the manifest is filled in. Prints what happens to standard output
/// and the log, and returns the exit code.
int run_session(SessionOptions options, const CommandContext& context);

/// Writes to the log that a bot cannot play: how it ended, its last words, the cause if it is known, and what to do.
void tell_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log);

}  // namespace arena::cli
