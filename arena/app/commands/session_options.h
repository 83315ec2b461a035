#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/league/plan/league.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/session/resume.h"

namespace arena::cli {

// Headings of the help for options that several commands have. 'arena help run' describes all of them; the help of
// another command may only name those of some headings.
inline constexpr const char* kGamesHeading = "What is played";
inline constexpr const char* kRunHeading = "The run and its folder";
inline constexpr const char* kLeagueHeading = "League and bots";
inline constexpr const char* kDealsHeading = "Deals";
inline constexpr const char* kClocksHeading = "Clocks (milliseconds)";
inline constexpr const char* kMachineHeading = "Machine and sandbox";

/// Puts these headings in their order. Unless the options are `described`, the last four only name them.
void add_run_headings(Command& command, bool described);

// Each of these adds options whose defaults are the values that are bound, under one of these headings.

/// How long a bot may take.
void add_time_options(Command& command, Limits& limits);
/// What memory and processes a bot gets.
void add_resource_options(Command& command, Resources& resources);

/// How strongly bots are isolated.
void add_isolation_options(Command& command, IsolationChoice& choice);
/// Writes remarks on the sandbox to the log, which must outlast the function returned.
TellSandbox tell_on(spdlog::logger& log);

/// Games at the same time; see workers_of().
void add_concurrency_option(Command& command, int& games);

/// Adds --keep-going, under the heading of the option before it.
Argument add_keep_going(Command& command, bool& keep_going);

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

/// Its manifest, with seats that can be filled; the commitment and the number of blocks are still to come. Throws
/// InputError.
Manifest manifest_of(const League& league);

/// Games at the same time: as the option, the file, or the machine says.
int workers_of(int asked, const League& league = {});

/// What the options of a command that plays or plans a league say.
struct SessionOptions {
  std::shared_ptr<LeagueOptions> league;
  SessionOrder order;
  /// What is not played as the league says, in sentences that are printed when a run is planned or begins.
  std::vector<std::string> notes;
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

/// Adds --seed, --entropy and --extend for a command that plans a run, under the heading of the option before them, and
/// returns them.
std::vector<Argument> add_plan_options(Command& command, SessionOptions& options);

/// Fills the order in with the league that the options name, and returns the league. Throws InputError.
League order_league(SessionOptions& options);

/// Plans the run in its folder, prints its receipt, and returns its manifest. See plan_run().
Manifest commit_plan(SessionOptions options, const CommandContext& context);

}  // namespace arena::cli
