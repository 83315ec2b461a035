#pragma once

#include <filesystem>
#include <string>

#include "arena/app/commands/commands.h"
#include "arena/base/text/text_layout.h"
#include "arena/league/session/written_results.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/duel_report.h"

namespace arena::cli {

/// Prints the standings of a run, its clocks, its digest, and where its records are. `folder`: that of the run.
void show_results(const RatedRuns& rated, const WrittenResults& results, const std::filesystem::path& folder,
                  const CommandContext& context);

/// Prints the digest to be published, if the organiser publishes it.
void show_digest(const WrittenResults& results);

/// Returns the sentences about a duel for the terminal, after an empty line.
std::string duel_text(const DuelReport& duel, const Page& page);

/// Returns the exit code of a duel that is over.
int duel_code(DuelVerdict verdict);

}  // namespace arena::cli
