#include "arena/app/commands/results_text.h"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <vector>

#include "arena/app/commands/exit_code.h"
#include "arena/base/text/words.h"
#include "arena/league/run/run_costs.h"
#include "arena/records/game_record.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

/// Describes the clocks of the run. No game depends on their file, so an error becomes one of the sentences.
std::vector<std::string> clock_sentences(const fs::path& timings) {
  try {
    return timing_sentences(sum_timings(timings));
  } catch (const std::exception& error) {
    return {fmt::format("The clocks cannot be added up: {}", error.what())};
  }
}

}  // namespace

void show_results(const RatedRuns& rated, const WrittenResults& results, const fs::path& folder,
                  const CommandContext& context) {
  const Page page = context.screens->out.page();
  std::vector<RatedRun> runs = rated.runs();
  for (RatedRun& run : runs) run.path = folder.string();
  std::cout << "\n"
            << standings_text(*results.standings, runs, false, page,
                              fmt::format("{} beside the records has them", kStandingsFile));
  for (const std::string& sentence : clock_sentences(folder / kTimingsFile)) std::cout << sentence << "\n";
  std::cout << "\n";
  show_digest(results);
  std::cout << fmt::format("records: {}\n", shell_quoted((folder / kGamesFile).string()));
  const auto [block, game] = results.first_game;
  const std::string replay = fmt::format("{} replay {} {}", shell_quoted(context.program),
                                         shell_quoted(folder.string()), game_id(block, game));
  std::cout << shown_command("a game:", replay, 0, page.table_columns) << std::flush;
}

void show_digest(const WrittenResults& results) {
  if (results.digest.empty() || !results.is_published) return;
  std::cout << fmt::format("digest {} of {}: publish this\n", results.digest,
                           hearts::counted(results.digest_games, "game"))
            << std::flush;
}

std::string duel_text(const DuelReport& duel, const Page& page) {
  std::string text = "\n";
  for (const std::string& sentence : duel_sentences(duel)) text += wrapped(sentence, page.columns);
  return text;
}

int duel_code(DuelVerdict verdict) {
  switch (verdict) {
    case DuelVerdict::stronger:
      return kDone;
    case DuelVerdict::not_stronger:
      return kNotStronger;
    case DuelVerdict::undecided:
      return kUndecided;
    case DuelVerdict::no_result:
      break;
  }
  return kNoResult;
}

}  // namespace arena::cli
