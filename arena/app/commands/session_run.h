#pragma once

#include "arena/app/commands/commands.h"
#include "arena/app/commands/session_options.h"

namespace arena::cli {

/// Makes this process one that may start bots: errors of writes do not end it, and its memory is hidden from other
/// processes of the same user, since it holds the run's key.
void prepare_to_play();

/// Plays the session that the options order, in which the manifest is filled in. Prints what happens to standard output
/// and the log, and returns the exit code.
int run_session(SessionOptions options, const CommandContext& context);

}  // namespace arena::cli
