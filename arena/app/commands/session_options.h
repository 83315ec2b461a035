#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/league/plan/next_stage.h"
#include "arena/league/plan/resolve_league.h"
#include "arena/league/session/resume.h"

namespace arena::cli {

// Headings of the help for options that several commands have. 'arena help run' describes all of them; the help of
// another command may only name those of some headings.
inline constexpr const char* kGamesHeading = "What is played";
inline constexpr const char* kRunHeading = "The run and its folder";
inline constexpr const char* kReportHeading = "Reports";
inline constexpr const char* kLeagueHeading = "League and bots";
inline constexpr const char* kDealsHeading = "Deals";
inline constexpr const char* kClocksHeading = "Clocks (milliseconds)";
inline constexpr const char* kTurnsHeading = "Between a bot's turns";
inline constexpr const char* kMachineHeading = "Machine and sandbox";

/// Adds these headings to the help in this order. If not `described`, the help of this command only names the options
/// under the last five, and refers to 'arena help run'.
void add_run_headings(Command& command, bool described);

// Each of these adds options whose defaults are the values that are bound, under one of these headings.

/// Adds options for the time limits of bots.
void add_time_options(Command& command, Limits& limits);
/// Adds options for the memory and the processes of bots.
void add_resource_options(Command& command, Resources& resources);

/// Adds options for how strongly bots are isolated.
void add_isolation_options(Command& command, IsolationChoice& choice);
/// Returns a function that writes remarks on the sandbox to the log. The log must outlive it.
ReportRemark report_to(spdlog::logger& log);

/// Adds --concurrency, the number of games at the same time; see workers_of().
void add_concurrency_option(Command& command, int& games);

/// Adds --keep-going, under the heading of the option before it.
Argument add_keep_going(Command& command, bool& keep_going);

/// Adds --variants, the files of further variants.
void add_variant_files(Command& command, std::vector<std::string>& files);

/// Returns the ids of all variants, for the shell to complete.
std::vector<std::string> known_variants();

/// The arguments of commands that need a league: a league file, or bots and options that describe a league.
struct LeagueOptions {
  std::vector<std::string> words;  ///< LEAGUE.json, or bots
  std::vector<std::string> variants;
  std::vector<std::string> variant_files;
  int hands = 0;
  int concurrency = 0;
  bool duplicate_deals = false;
  bool no_duplicate_deals = false;
  League league;  ///< as the other options describe it
  /// Options that a league file sets itself. They are refused together with a league file.
  std::vector<Argument> in_file;
};

/// The kind of league that the options describe. A duel has another default length and has no --full.
enum class LeagueForm { any, duel };
std::shared_ptr<LeagueOptions> add_league_options(Command& command, LeagueForm form = LeagueForm::any);

/// Returns the league that the file or the options describe. Throws InputError.
League league_of(const LeagueOptions& options);

/// Returns the manifest of the league, without commitment and number of blocks. Checks that every seat can be filled,
/// unless the league has too_few_bots(). Throws InputError.
Manifest manifest_of(const League& league);

/// Returns the number of games to play at the same time: as the option says, else the league, else one for each
/// processor.
int workers_of(int asked, const League& league = {});

/// The options of a command that plays or plans a league.
struct SessionOptions {
  std::shared_ptr<LeagueOptions> league;
  SessionOrder order;
  /// What is not played as the league says, in sentences that are printed when a run is planned or begins.
  std::vector<std::string> notes;
  /// See own_deals_note(). It is true only for runs that do not have the same deals from earlier stages.
  std::optional<std::string> deals_note;
  std::string out;
  std::string report;  ///< the page that is kept up to date; empty if none is
  std::string shard;   ///< "s/S"; empty for the whole run
  /// For a plan: the number of shards. With 0 the run is played as a whole, and the plan may change until it begins.
  int shards = 0;
  std::string max_time;
  std::string until;
  bool json = false;               ///< print events, and nothing else, to standard output
  std::vector<std::string> hooks;  ///< pairs of an event and a command, see hooks_of()
  bool no_pin = false;
  bool timing = false;
};

/// Adds all options except those of the league. Returns those that a plan has already settled, so that they cannot be
/// used with --shard.
std::vector<Argument> add_session_options(Command& command, SessionOptions& options);

/// Adds --seed, --entropy and --extend for a command that plans a run, under the heading of the option before them, and
/// returns them.
std::vector<Argument> add_plan_options(Command& command, SessionOptions& options);

/// Adds --duplicate-deals and --no-duplicate-deals.
void add_deals_choice(Command& command, LeagueOptions& options);
/// Sets whether the games of a block have the same deals in a manifest whose settings come from another run: as these
/// options say, or else as in that run unless strangers take part.
void choose_deals(SessionOptions& options);

/// Logs whether the games of this manifest have the same deals, if nobody asked for it and strangers take part.
void report_default_deals(const SessionOptions& options, const Manifest& manifest, spdlog::logger& log);

/// Completes the order and the notes by the league that the options name, and returns the league. Throws InputError.
League order_league(SessionOptions& options);

/// Plans the run in its folder, prints its receipt, and returns its manifest. See plan_run().
Manifest commit_plan(SessionOptions options, const CommandContext& context);

}  // namespace arena::cli
