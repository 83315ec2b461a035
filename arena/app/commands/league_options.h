#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/app/terminal/command_line.h"
#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/league/plan/league.h"
#include "arena/league/plan/next_stage.h"

namespace arena::cli {

// Each adds options whose defaults are the values that are bound.

/// How long a bot may take.
void add_time_options(Command& command, Limits& limits);
/// What memory and processes a bot gets.
void add_resource_options(Command& command, Resources& resources);

/// How strongly bots are isolated.
void add_isolation_options(Command& command, IsolationChoice& choice);
/// Writes remarks on the sandbox to the log, which must outlast the function returned.
TellSandbox tell_on(spdlog::logger& log);

/// Games at once; see workers_of().
void add_concurrency_option(Command& command, int& games);

/// Their ids, for the shell to complete.
std::vector<std::string> known_variants();

/// What the commands that are about a league take: a league file, or bots and the options that make a league of them.
struct LeagueOptions {
  std::vector<std::string> words;  ///< LEAGUE.json, or bots
  std::vector<std::string> variants;
  int hands = 0;
  int concurrency = 0;
  bool no_duplicate_deals = false;
  League league;  ///< what else the options say
  /// Options that a league file says instead; with one they are refused.
  std::vector<Argument> in_file;
};

/// What the options make a league of: a duel has a length of its own, and is no full round-robin.
enum class LeagueForm { any, duel };
std::shared_ptr<LeagueOptions> add_league_options(Command& command, LeagueForm form = LeagueForm::any);

/// Whether it names a league file, not a bot.
bool is_league_file(const std::string& word);

/// The league of a file or of the options. Throws InputError.
League league_of(const LeagueOptions& options);

/// Its manifest, with seats that can be filled; the commitment and the number of blocks are still to come. Says on the
/// log what is not played as it was written. Throws InputError.
Manifest manifest_of(const League& league, spdlog::logger& log);

/// Games at once: as the option, the file, or the machine says.
int workers_of(int asked, const League& league = {});

}  // namespace arena::cli
