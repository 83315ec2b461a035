#pragma once

#include <spdlog/fwd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "arena/app/commands/sandbox_setup.h"
#include "arena/app/terminal/command_line.h"
#include "arena/records/manifest.h"

namespace arena {
struct WantedLength;
}

namespace arena::cli {

struct WantedRun;

/// A run that is planned in a folder before anything is played.
struct PlanOptions {
  std::string out;
  std::string seed;
  std::string entropy;
  bool extend = false;
  int shards = 0;  ///< that it is to be played in; 0: it may still become another run until it begins
  IsolationOptions isolation;
};

/// Adds --seed and --entropy.
std::vector<Argument> add_chance_options(Command& command, std::string& seed, std::string& entropy);
/// Adds these and --extend.
std::vector<Argument> add_plan_options(Command& command, PlanOptions& options);

/// Throws InputError for a public chance that two readers might write in two ways.
void check_entropy(const std::string& entropy);

/// Makes the key of the run, or of its next stage, which stays in its folder, and its receipt, which is shown; for shards
/// the line that begins its records, too. Returns the manifest, with all that the league's lacks. Throws InputError where
/// the folder holds records that are not to be extended.
Manifest plan_run(WantedRun wanted, const PlanOptions& options, spdlog::logger& log);

/// The stage that is planned in a folder.
struct PlannedRun {
  std::filesystem::path folder;
  std::vector<Manifest> stages;  ///< as recorded, with what was played before each; it is the last
  bool has_ended = false;        ///< its key is revealed
  bool has_games = false;        ///< it was begun as a whole

  const Manifest& manifest() const { return stages.back(); }
};

/// Throws InputError when there is none, or only a duel.
PlannedRun planned_run(const std::filesystem::path& folder);

/// Fills in the league's manifest as that of the planned stage. Returns what differs, in a sentence; empty: nothing.
std::string take_planned(Manifest& league, const WantedLength& length, const PlannedRun& run);
/// Returns the manifest so. Throws InputError that says what differs.
Manifest as_planned(Manifest league, const WantedLength& length, const PlannedRun& run);

}  // namespace arena::cli
