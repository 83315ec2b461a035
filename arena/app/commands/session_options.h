#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/league_options.h"
#include "arena/app/terminal/command_line.h"
#include "arena/league/session/session_order.h"

namespace arena::cli {

/// What the options of a command that plays a league say.
struct SessionOptions {
  std::shared_ptr<LeagueOptions> league;  ///< null for a command that makes the manifest itself
  SessionOrder order;
  std::string out;
  std::string report;  ///< file of a page that is kept up to date; empty: none is
  std::string shard;   ///< "s/S"; empty: the whole run
  std::string max_time;
  std::string until;
  bool no_pin = false;
  bool timing = false;
};

/// Adds the options but for those of the league. Returns those that a plan settles, so that --shard excludes them.
std::vector<Argument> add_session_options(Command& command, SessionOptions& options);

/// Adds --seed and --entropy, and returns them.
std::vector<Argument> add_chance_options(Command& command, SessionOrder& order);

/// Fills the order in with the league that the options name. Throws InputError.
void order_league(SessionOptions& options, spdlog::logger& log);

/// Fills in what does not come from the league: folder, shard, when to stop. Throws InputError.
void order_session(SessionOptions& options);

}  // namespace arena::cli
