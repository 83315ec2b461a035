#include "arena/app/commands/results_text.h"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <vector>

#include "arena/base/text/words.h"
#include "arena/league/run/timing_sums.h"
#include "arena/records/game_record.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

/// No game depends on the clocks' file: what is wrong with it is said like the rest.
std::vector<std::string> clock_sentences(const fs::path& timings) {
  try {
    return timing_sentences(sum_timings(timings));
  } catch (const std::exception& error) {
    return {fmt::format("The clocks cannot be summed: {}", error.what())};
  }
}

}  // namespace

void show_results(const RatedRuns& rated, const WrittenResults& results, const fs::path& folder,
                  const CommandContext& context) {
  const Page page = context.screens->out.page();
  std::cout << "\n"
            << standings_text(rated.standings(), rated.runs(), false, page,
                              fmt::format("{} beside the records has them", kStandingsFile));
  for (const std::string& sentence : clock_sentences(folder / kTimingsFile)) std::cout << sentence << "\n";
  std::cout << "\n";
  show_digest(results);
  std::cout << fmt::format("records: {}\n", in_shell((folder / kGamesFile).string()));
  const auto [block, game] = results.first_game;
  const std::string replay =
      fmt::format("{} replay {} {}", in_shell(context.program), in_shell(folder.string()), game_id(block, game));
  std::cout << shown_command("a game:", replay, 0, page.table_columns) << std::flush;
}

void show_digest(const WrittenResults& results) {
  if (results.digest.empty() || !results.is_published) return;
  std::cout << fmt::format("digest {} of {}: publish this\n", results.digest,
                           hearts::counted(results.digest_games, "game"))
            << std::flush;
}

}  // namespace arena::cli
