#pragma once

#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/league/session/session_order.h"

namespace arena::cli {

/// A run that is planned in a folder before anything is played.
struct PlanOptions {
  SessionOrder order;
  std::string out;
  int shards = 0;  ///< parts to play it in; 0: it is played whole, and may become another run until it begins
};

/// Adds --seed, --entropy and --extend, and returns them.
std::vector<Argument> add_plan_options(Command& command, PlanOptions& options);

/// Plans the run in its folder, prints its receipt, and returns its manifest. See plan_run().
Manifest commit_plan(PlanOptions options, const CommandContext& context);

}  // namespace arena::cli
