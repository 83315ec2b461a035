#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/league_options.h"
#include "arena/league/session/resume.h"

namespace arena::cli {

/// What the options of a command that plays or plans a league say.
struct SessionOptions {
  std::shared_ptr<LeagueOptions> league;  ///< null for a command that makes the manifest itself
  SessionOrder order;
  std::string out;
  std::string report;  ///< file of a page that is kept up to date; empty: none is
  std::string shard;   ///< "s/S"; empty: the whole run
  int shards = 0;      ///< of a plan: parts to play it in; 0: whole, and it may become another run until it begins
  std::string max_time;
  std::string until;
  bool no_pin = false;
  bool timing = false;
};

/// Adds the options but for those of the league. Returns those that a plan settles, so that --shard excludes them.
std::vector<Argument> add_session_options(Command& command, SessionOptions& options);

/// Adds --seed, --entropy and --extend for a command that plans a run, and returns them.
std::vector<Argument> add_plan_options(Command& command, SessionOptions& options);

/// Fills the order in with the league that the options name, and returns the league. Throws InputError.
League order_league(SessionOptions& options, spdlog::logger& log);

/// Fills in what does not come from the league: folder, shard, when to stop. Throws InputError.
void order_session(SessionOptions& options);

/// Plans the run in its folder, prints its receipt, and returns its manifest. See plan_run().
Manifest commit_plan(SessionOptions options, const CommandContext& context);

}  // namespace arena::cli
