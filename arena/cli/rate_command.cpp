#include <iostream>

#include "arena/cli/commands.h"
#include "arena/cli/rated_standings.h"

namespace arena::cli {
namespace {

struct RateOptions {
  std::vector<std::string> runs;
  std::string reference;
  std::vector<std::string> anchors;
  std::vector<std::string> variants;
  bool by_variant = false;
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

int rate_runs(const RateOptions& options) {
  const RatedStandings rated(read_rated_runs(options.runs, options.variants), options.reference, options.anchors);
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
  command.flag("--by-variant", options->by_variant, "a table for each variant, too");
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
      "  arena rate results/demo --variant \"black-lady*\"");
  command.run([options] { return rate_runs(*options); });
}

}  // namespace arena::cli
