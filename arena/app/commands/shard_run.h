#pragma once

#include "arena/app/commands/league_run.h"

namespace arena::cli {

/// Plays a shard of the run that is planned in the folder `out`, or goes on with it, and returns the exit code.
int run_shard(const RunOptions& options, WantedRun wanted, const CommandContext& context);

}  // namespace arena::cli
