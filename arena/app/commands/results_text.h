#pragma once

#include <filesystem>

#include "arena/app/commands/commands.h"
#include "arena/league/session/written_results.h"

namespace arena::cli {

/// Prints the standings of a run, its clocks, its digest, and where its records are. `folder` is the run's.
void show_results(const RatedRuns& rated, const WrittenResults& results, const std::filesystem::path& folder,
                  const CommandContext& context);

/// Prints the digest to be published, if the organiser publishes it.
void show_digest(const WrittenResults& results);

}  // namespace arena::cli
