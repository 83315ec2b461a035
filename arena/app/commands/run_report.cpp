#include "arena/app/commands/run_report.h"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/rated_standings.h"
#include "arena/base/text/words.h"
#include "arena/league/plan/receipt.h"
#include "arena/league/run/run_records.h"
#include "arena/league/run/timing_sums.h"
#include "arena/records/game_record.h"
#include "arena/records/run_folder.h"
#include "engine/typed_text.h"

namespace arena::cli {

namespace fs = std::filesystem;

namespace {

/// No game depends on the clocks' file: what is wrong with it is said like the rest.
std::vector<std::string> clock_sentences(const fs::path& timings) {
  try {
    return timing_sentences(sum_timings(timings));
  } catch (const std::exception& error) {
    return {fmt::format("The clocks cannot be summed: {}", error.what())};
  }
}

}  // namespace

void publish_digest(const fs::path& folder, const Manifest& manifest, RunRecords& records) {
  records.sync();  // what is published must not be lost
  const int games = records.recorded().count();
  const std::string digest = records.digest();
  write_receipt(folder, manifest, games, digest);
  std::cout << fmt::format("digest {} of {}: publish this\n", digest, hearts::counted(games, "game")) << std::flush;
}

void report_standings(const CommandContext& context, const fs::path& folder, const RatedRuns& rated,
                      const Manifest& manifest, RunRecords& records) {
  records.sync();
  const RatedStandings standings(rated);
  standings.write_into(folder);
  const Page page = context.screens->out.page();
  std::cout << "\n" << standings.text(page, fmt::format("{} beside the records has them", kStandingsFile));
  for (const std::string& sentence : clock_sentences(folder / kTimingsFile)) std::cout << sentence << "\n";
  std::cout << "\n";
  publish_digest(folder, manifest, records);
  std::cout << fmt::format("records: {}\n", in_shell((folder / kGamesFile).string()));
  const auto [block, game] = records.recorded().first();
  const std::string replay =
      fmt::format("{} replay {} {}", in_shell(context.program), in_shell(folder.string()), game_id(block, game));
  std::cout << shown_command("a game:", replay, 0, page.table_columns) << std::flush;
}

}  // namespace arena::cli
