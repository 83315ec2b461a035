#include <fmt/format.h>
#include <spdlog/logger.h>

#include <filesystem>
#include <iostream>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/live_report.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/league/shards/merge.h"
#include "arena/records/run_folder.h"
#include "arena/results/report/report.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;
using hearts::counted;

constexpr const char* kReportFile = "report.html";
constexpr int kGamesAPairingMax = 100;

struct ReportOptions {
  std::vector<std::string> runs;
  std::string out;
  ReportPart part;
};

/// Logs what the page does not contain, and how to get it.
void report_left_out(const ReportCounts& counts, const std::string& run, const CommandContext& context) {
  if (counts.games_left_out > 0) {
    context.log->warn("{} left out of the list of games on the page, which has room for {}",
                      counted(counts.games_left_out, "game"), counts.games);
  }
  if (counts.faults_left_out > 0) {
    context.log->info("{} left out of the page; {} in the folder of the run has all of them",
                      counted(counts.faults_left_out, "fault"), kFaultsFile);
  }
  if (counts.replays < counts.games) {
    context.log->info("the page can show {} of {} card by card; to show another one: {} replay {} GAME --html FILE",
                      counts.replays, counted(counts.games, "game"), shell_quoted(context.program), shell_quoted(run));
  }
}

int write_runs(const ReportOptions& options, const CommandContext& context) {
  for (const std::string& run : options.runs) check_merged(run);
  const std::string& first = options.runs.front();
  const fs::path file = options.out.empty() ? games_file(first).parent_path() / kReportFile : fs::path(options.out);
  const ReportCounts counts = write_report(file, options.runs, options.part, frame_of_now());
  std::cout << fmt::format("{}: {}, {}, {} card by card\n", legible(file.string()), counted(counts.games, "game"),
                           counted(counts.faults, "fault"), counts.replays);
  report_left_out(counts, first, context);
  return kDone;
}

}  // namespace

void define_report(Command& command, const CommandContext& context) {
  auto options = std::make_shared<ReportOptions>();
  command.value("RUN", options->runs, kRunsHelp).required();
  command.value("--out", options->out, "the page to write")
      .value_name("FILE")
      .not_empty()
      .show_default("report.html in the folder of the first RUN");
  command
      .value("--games", options->part.games_a_pairing,
             "games of each pair of bots in each variant that the page can show card by card. Games with a fault come "
             "first")
      .within(0, kGamesAPairingMax)
      .show_default();
  command.repeated("--variant", options->part.variants, kOfVariantHelp).value_name("VARIANT");
  command.footer(
      "The page needs only a browser: no network and no other file. It has the figures of 'arena rate' and 'arena "
      "compare', every game with its result, and some games card by card, as many as fit into 8 MB. To keep the page "
      "up to date while a run is played, use 'arena run --report'.\n"
      "Examples:\n"
      "  arena report results/demo\n"
      "  arena report results/monday results/tuesday --out week.html --games 3\n"
      "  arena replay results/demo b0g3 --html game.html    one game alone");
  command.run([options, context] { return write_runs(*options, context); });
}

}  // namespace arena::cli
