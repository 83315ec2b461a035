#pragma once

#include <spdlog/fwd.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/league_options.h"
#include "arena/app/commands/sandbox_setup.h"
#include "arena/league/plan/next_stage.h"
#include "arena/records/manifest.h"
#include "arena/records/sequential_test.h"

namespace arena::cli {

/// How a league is played, whichever command plays it.
struct RunOptions {
  std::shared_ptr<LeagueOptions> league;
  std::string seed;
  std::string entropy;
  std::string out;
  std::string report;   ///< file of a page that is kept up to date; empty: none is
  bool extend = false;  ///< a run that the league changes goes on in another stage
  bool keep_going = false;
  bool keep_bytes = false;
  bool strict = false;
  bool no_pin = false;
  bool timing = false;
  std::string shard;  ///< "s/S", of a run that is planned in `out`; empty: the whole run
  std::string max_time;
  std::string until;
  IsolationOptions isolation;
};

/// Adds the options but for those of the league. Returns those that say what is played: a plan has settled them.
std::vector<Argument> add_run_options(Command& command, RunOptions& options);

using StopTime = std::optional<std::chrono::steady_clock::time_point>;
/// When the run is to stop; nothing if it is not. Throws InputError.
StopTime stop_time(const RunOptions& options);

/// What this process must be before it starts bots.
void prepare_to_play();

/// What is played, before anything is looked up in the folder of the records.
struct WantedRun {
  Manifest manifest;  ///< lacks its commitment and its number of blocks
  WantedLength length;
  int workers = 1;
  std::string seed{};  ///< empty: the key is drawn
};
WantedRun wanted_run(const RunOptions& options, spdlog::logger& log);

/// Plays the league, or goes on with it, and returns the exit code. What it says goes to standard output and the log.
int run_league(const RunOptions& options, const WantedRun& wanted, const CommandContext& context);

}  // namespace arena::cli
