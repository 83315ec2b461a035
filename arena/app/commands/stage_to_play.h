#pragma once

#include <spdlog/fwd.h>

#include <filesystem>
#include <optional>
#include <string>

#include "arena/app/commands/league_run.h"
#include "arena/base/seeds/run_key.h"
#include "arena/league/run/run_records.h"
#include "arena/records/manifest.h"

namespace arena::cli {

/// What is to be played: a run that begins or goes on, or its next stage.
struct StageToPlay {
  Manifest manifest;
  RunKey key;
  std::optional<RunKey> last_key;  ///< of the stage that the next one ends
  std::string news;                ///< what a next stage changes, in a sentence; empty: there is none
};

/// Compares what the league wants with the records in the folder. Throws InputError that says what the league changes,
/// when it changes anything and is not to be extended, and what cannot be changed at all.
StageToPlay stage_to_play(const RunOptions& options, WantedRun run, RunRecords& records,
                          const std::filesystem::path& folder, const std::string& isolation);

}  // namespace arena::cli
