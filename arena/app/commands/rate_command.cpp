#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/results_text.h"
#include "arena/app/terminal/time_words.h"
#include "arena/base/text/input_error.h"
#include "arena/league/shards/merge.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/comparison_formats.h"
#include "arena/results/ratings/detail_tables.h"
#include "arena/results/ratings/history_data.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"

namespace arena::cli {
namespace {

/// The runs that are rated or compared, and the output format.
struct RunsOptions {
  std::vector<std::string> runs;
  std::vector<std::string> variants;
  std::string reference;
  std::vector<std::string> anchors;
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

void add_runs(Command& command, RunsOptions& options) { command.value("RUN", options.runs, kRunsHelp).required(); }

void add_variants(Command& command, RunsOptions& options) {
  command.repeated("--variant", options.variants, kOfVariantHelp).value_name("VARIANT");
}

void add_anchors(Command& command, RunsOptions& options) {
  const Argument reference = command.value("--reference", options.reference, "give this bot an Elo of 1500")
                                 .value_name("NAME")
                                 .show_default("the weighted mean is 1500");
  command
      .repeated(
          "--anchor", options.anchors,
          "give this bot this Elo, in place of the anchors of the league. Repeat the option for several; the mean "
          "of their Elo is then kept")
      .value_name("NAME=ELO")
      .excludes(reference);
}

/// Returns the argument for Markdown.
Argument add_formats(Command& command, RunsOptions& options, const char* of_json, const char* of_csv,
                     const char* of_markdown) {
  Argument json = command.flag("--json", options.json, of_json);
  Argument csv = command.flag("--csv", options.csv, of_csv);
  Argument markdown = command.flag("--markdown", options.markdown, of_markdown);
  json.excludes(csv).excludes(markdown);
  csv.excludes(markdown);
  command.writes(Output::long_text, {json, csv, markdown});
  return markdown;
}

struct RateOptions : RunsOptions {
  std::vector<std::string> bots;
  std::vector<std::string> without;
  std::string since;
  std::string until;
  int last = 0;
  bool all = false;
  bool without_pairs = false;
  bool by_variant = false;
  bool details = false;
  bool history = false;
  bool timing = false;
};

double megabytes_of(const std::vector<std::string>& runs) {
  double bytes = 0;
  for (const std::string& run : runs) bytes += static_cast<double>(std::filesystem::file_size(games_file(run)));
  return bytes / 1e6;
}

TimeSpan time_of(const RateOptions& options) {
  const auto now = std::chrono::system_clock::now();
  const auto read = [&](std::string_view option, const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(time_since(option, text, now));
  };
  const TimeSpan time = {read("--since", options.since), read("--until", options.until)};
  if (time.since && time.until && *time.since >= *time.until)
    throw InputError(fmt::format("--since {} is not before --until {}", options.since, options.until));
  return time;
}

int rate_runs(const RateOptions& options, const Screens& screens) {
  std::string steps;  // with the time of each
  auto since = std::chrono::steady_clock::now();
  const auto end_step = [&](std::string_view step) {
    const auto now = std::chrono::steady_clock::now();
    steps += fmt::format("{}{} {:.3f} s", steps.empty() ? "" : ", ", step,
                         std::chrono::duration<double>(now - std::exchange(since, now)).count());
  };
  const RatedPart part{options.variants, options.without, options.last, time_of(options), options.without_pairs};
  for (const std::string& run : options.runs) check_merged(run);
  const RatedRuns rated = read_rated_runs(options.runs, part);
  end_step("reading");
  Standings standings = rated.standings(options.reference, options.anchors);
  end_step("rating");
  if (options.all) show_former(standings);
  if (!options.bots.empty()) show_only(standings, options.bots);
  if (options.details) {
    add_details(standings, options.runs, rated);
    end_step("details");
  }
  if (options.history) {
    const std::vector<RatingHistory> histories = rated.histories(options.reference, options.anchors);
    end_step("history");
    std::cout << (options.json  ? boost::json::serialize(history_json(histories, standings)) + "\n"
                  : options.csv ? history_csv(histories, standings)
                                : history_text(histories, standings, rated.runs(), screens.out.page()));
  } else if (options.json) {
    write_standings_json(standings, rated.runs(), [](std::string_view text) { std::cout << text; });
  } else {
    std::cout << (options.csv        ? standings_csv(standings)
                  : options.markdown ? standings_markdown(standings, rated.runs())
                                     : standings_text(standings, rated.runs(), options.by_variant, screens.out.page(),
                                                      "--csv has them"));
  }
  if (standings.duel && !options.json && !options.csv && !options.markdown)
    std::cout << duel_text(*standings.duel, screens.out.page());
  end_step("writing");
  if (options.timing) {
    std::cerr << screens.err.fitting(fmt::format("{:.1f} MB of games: {}\n", megabytes_of(options.runs), steps));
  }
  return kDone;
}

int compare_runs(const RunsOptions& options, const Screen& screen) {
  for (const std::string& run : options.runs) check_merged(run);
  const RatedRuns rated = read_rated_runs(options.runs, {.variants = options.variants});
  const VariantComparison comparison = rated.comparison(options.reference, options.anchors);
  std::cout << (options.json       ? boost::json::serialize(comparison_json(comparison, rated.runs())) + "\n"
                : options.csv      ? comparison_csv(comparison)
                : options.markdown ? comparison_markdown(comparison, rated.runs())
                                   : comparison_text(comparison, rated.runs(), screen.color, screen.page()));
  return kDone;
}

}  // namespace

void define_rate(Command& command, const CommandContext& context) {
  auto options = std::make_shared<RateOptions>();
  add_runs(command, *options);
  command.heading("What is rated");
  add_variants(command, *options);
  command.value("--last", options->last, "only the last N complete blocks of each run").within(1, kBlocksMax);
  command
      .value("--since", options->since,
             "only blocks that ended at this time or later: 2026-05-17, 2026-05-17T07:30, 07:30, or 2d for two days "
             "ago")
      .value_name("TIME");
  command.value("--until", options->until, "only blocks that ended before this time, in the forms of --since")
      .value_name("TIME");
  command
      .repeated("--without", options->without,
                "leave out all comparisons with this bot. \"duck*\" means all bots whose names begin with duck. Repeat "
                "the option for several")
      .value_name("NAME");
  command.flag("--without-pairs", options->without_pairs,
               "leave out the blocks in which a pair to look at sat together: two bots of which one does better with "
               "the other than elsewhere, as rate reports below the tables");
  add_anchors(command, *options);
  command.heading("What is shown");
  command.flag("--all", options->all,
               "also show the bots that were replaced, withdrawn or disqualified. JSON and CSV always have them");
  const Argument by_variant = command.flag("--by-variant", options->by_variant, "also show a table for each variant");
  command
      .repeated("--bot", options->bots,
                "show only this bot, with its results against each of the others. \"duck*\" means all bots whose names "
                "begin with duck. The ratings remain those of the whole field. Repeat the option for several")
      .value_name("NAME");
  const Argument details =
      command.flag("--details", options->details,
                   "also show results by seat, moons and the time per answer. For this, every game is replayed");
  Argument history = command.flag("--history", options->history,
                                  "show how the Elo of each bot developed: as of the end of each stage and of each "
                                  "chunk of blocks, at most 60 points");
  command.heading("In which form");
  const Argument markdown = add_formats(
      command, *options, "print everything, pair by pair, as one JSON object",
      "print comma-separated values, a line for each bot, overall and in each variant", "print tables in Markdown");
  history.excludes(by_variant).excludes(details).excludes(markdown);
  command.flag("--timing", options->timing, "report on standard error how long reading, rating and writing took");
  command.footer(
      "The ratings are fitted so that each bot's expected share of beaten opponents equals its actual share. Intervals "
      "are 95% intervals. They count blocks, not games, since games with the same deals depend on each other. The "
      "order of the records does not matter. Only complete blocks are rated, and rate says what it leaves out.\n"
      "Examples:\n"
      "  arena rate results/demo\n"
      "  arena rate results/monday results/tuesday --reference rules_cpp --csv\n"
      "  arena rate results/demo --variant \"black-lady*\"\n"
      "  arena rate results/demo --bot rules_cpp --details\n"
      "  arena rate results/demo --history --csv");
  command.run([options, context] { return rate_runs(*options, *context.screens); });
}

void define_compare(Command& command, const CommandContext& context) {
  auto options = std::make_shared<RunsOptions>();
  add_runs(command, *options);
  add_variants(command, *options);
  add_anchors(command, *options);
  add_formats(command, *options, "print everything, cell by cell, as one JSON object",
              "print comma-separated values, a line for each bot in each variant", "print the matrix in Markdown");
  command.footer(
      "compare fits one model to all variants: a level for each bot, a scale for each variant, and how far each bot "
      "differs from its level in that variant. A bot with few games in a variant therefore borrows from its other "
      "variants, and the model separates variants that spread bots further apart from bots that play a variant "
      "better.\n"
      "Examples:\n"
      "  arena compare results/demo\n"
      "  arena compare results/monday results/tuesday\n"
      "  arena compare results/demo --anchor rules_cpp=1600\n"
      "  arena compare results/demo --variant \"black-lady*\" --markdown");
  command.run([options, context] { return compare_runs(*options, context.screens->out); });
}

}  // namespace arena::cli
