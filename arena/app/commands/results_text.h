#pragma once

#include <filesystem>
#include <string>

#include "arena/app/commands/commands.h"
#include "arena/base/text/text_layout.h"
#include "arena/league/session/written_results.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/duel.h"

namespace arena::cli {

/// Prints the standings of a run, its clocks, its digest, and where its records are. `folder`: that of the run.
void show_results(const RatedRuns& rated, const WrittenResults& results, const std::filesystem::path& folder,
                  const CommandContext& context);

/// Prints the digest to be published, if the organiser publishes it.
void show_digest(const WrittenResults& results);

/// "LLR 0.52 of -2.94 to 2.94, +12 ± 20 Elo".
std::string duel_progress(const DuelState& state, const SequentialTest& test);

/// Describes the result of a duel: a sentence, the figures, and the figures of each variant if there are several.
std::string duel_text(const DuelState& state, const SequentialTest& test, const Manifest& manifest, const Page& page);

/// Returns the exit code of a duel that is over: 0 stronger, 1 not stronger, 3 undecided.
int duel_code(DuelVerdict verdict);

}  // namespace arena::cli
