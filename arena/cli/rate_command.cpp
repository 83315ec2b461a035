#include <chrono>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/cli/rated_standings.h"
#include "arena/cli/time_words.h"
#include "arena/ratings/details_reader.h"

namespace arena::cli {
namespace {

struct RateOptions {
  std::vector<std::string> runs;
  std::string reference;
  std::vector<std::string> anchors;
  std::vector<std::string> variants;
  std::vector<std::string> bots;
  std::string since;
  int last = 0;
  bool by_variant = false;
  bool details = false;
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

int rate_runs(const RateOptions& options) {
  RatedPart part{options.variants, options.last, {}};
  if (!options.since.empty()) part.since = time_since("--since", options.since, std::chrono::system_clock::now());
  const RatedRuns runs = read_rated_runs(options.runs, part);
  RatedStandings rated(runs, options.reference, options.anchors);
  if (!options.bots.empty()) show_only(rated.standings, options.bots);
  if (options.details) add_details(rated.standings, options.runs, runs);
  std::cout << (options.json       ? rated.json()
                : options.csv      ? rated.csv()
                : options.markdown ? rated.markdown()
                                   : rated.text(options.by_variant));
  return kDone;
}

}  // namespace

void add_rate(CommandLine& line, const CommandContext&) {
  auto options = std::make_shared<RateOptions>();
  Command& command = line.add("rate", "Rate the bots of runs: Elo with intervals, overall and by variant");
  command
      .value("RUN", options->runs,
             "folders of runs, or files of their records: one run in several files, or several runs together")
      .required();
  const Argument reference =
      command.value("--reference", options->reference, "the bot whose Elo is 1500 (default: the mean of all bots is)");
  command
      .repeated("--anchor", options->anchors,
                "a bot and the Elo that it is to have, in place of the league's anchors. Of several, each\n"
                "in an --anchor, the mean is held")
      .value_name("NAME=ELO")
      .excludes(reference);
  command.repeated("--variant", options->variants,
                   "only games of this variant; \"*@4\" is all for four players. May be given several times");
  command
      .repeated("--bot", options->bots,
                "show only this bot, with its results against each other; \"duck*\" is all whose names begin so. The\n"
                "ratings stay those of the whole field. May be given several times")
      .value_name("NAME");
  command
      .value("--since", options->since,
             "only blocks that were over at this time or later: 2031-05-17, 2031-05-17T07:30, 07:30, or 2d ago")
      .value_name("TIME");
  command.value("--last", options->last, "only the last N whole blocks of each run")
      .within(1, kBlocksMax)
      .value_name("N");
  command.flag("--by-variant", options->by_variant, "a table for each variant, too");
  command.flag("--details", options->details,
               "results by seat, moons and time per answer, too; every game is played again for it");
  Argument json = command.flag("--json", options->json, "everything, pair by pair, as one JSON object");
  Argument csv = command.flag("--csv", options->csv, "a line for each bot, overall and in each variant");
  Argument markdown = command.flag("--markdown", options->markdown, "tables in Markdown");
  json.excludes(csv).excludes(markdown);
  csv.excludes(markdown);
  command.footer(
      "Ratings are the ones at which the share of opponents that each bot should beat is the share it did beat.\n"
      "Intervals hold 95% and count blocks, not games: games with the same deals depend on each other. The order of\n"
      "the records does not matter. Only whole blocks are rated; what is left out is said.\n"
      "Examples:\n"
      "  arena rate results/demo\n"
      "  arena rate results/monday results/tuesday --reference rules_cpp --csv\n"
      "  arena rate results/demo --variant \"black-lady*\"\n"
      "  arena rate results/demo --bot rules_cpp --details");
  command.run([options] { return rate_runs(*options); });
}

}  // namespace arena::cli
