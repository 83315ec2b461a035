#include <boost/json/serialize.hpp>
#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/league/shards/merge.h"
#include "arena/results/ratings/comparison_formats.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> runs;
  std::vector<std::string> variants;
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

int compare_runs(const CompareOptions& options, const Screen& screen) {
  for (const std::string& run : options.runs) check_merged(run);
  const RatedRuns rated = read_rated_runs(options.runs, {.variants = options.variants});
  const VariantComparison comparison = rated.comparison();
  std::cout << (options.json       ? boost::json::serialize(comparison_json(comparison, rated.runs())) + "\n"
                : options.csv      ? comparison_csv(comparison)
                : options.markdown ? comparison_markdown(comparison, rated.runs())
                                   : comparison_text(comparison, rated.runs(), screen.color, screen.page()));
  return kDone;
}

}  // namespace

void define_compare(Command& command, const CommandContext& context) {
  auto options = std::make_shared<CompareOptions>();
  command
      .value("RUN", options->runs,
             "folders of runs, or files of their records: one run in several files, or several runs together")
      .required();
  command.repeated("--variant", options->variants,
                   "only games of this variant; \"*@4\" is all for four players. May be given several times");
  Argument json = command.flag("--json", options->json, "everything, cell by cell, as one JSON object");
  Argument csv = command.flag("--csv", options->csv, "a line for each bot in each variant");
  Argument markdown = command.flag("--markdown", options->markdown, "the matrix in Markdown");
  json.excludes(csv).excludes(markdown);
  csv.excludes(markdown);
  command.writes(Output::long_text, {json, csv, markdown});
  command.footer(
      "One model for all variants: a level for each bot, a scale for each variant, and how much bots differ from "
      "their level there. So a cell with few games leans on the others, and variants that spread bots wider are told "
      "apart from bots that play them better.\n"
      "Examples:\n"
      "  arena compare results/demo\n"
      "  arena compare results/monday results/tuesday --variant \"black-lady*\" --markdown");
  command.run([options, context] { return compare_runs(*options, context.screens->out); });
}

}  // namespace arena::cli
