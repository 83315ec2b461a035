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

bool is_elo(const SequentialTest& test) { return test.measure == SequentialTest::Measure::elo; }

std::string_view unit(const SequentialTest& test) { return is_elo(test) ? "Elo" : "points a hand"; }

std::string difference_text(const DuelFigures& figures, const SequentialTest& test) {
  const int decimals = is_elo(test) ? 0 : 2;
  return fmt::format("{} ± {} {}", fixed(figures.difference.value, decimals, true),
                     width_text(figures.difference.plus_minus, decimals), unit(test));
}

std::string bound(double value) { return value == 0 ? "0" : fmt::format("{:+g}", value); }

}  // namespace

void show_results(const RatedRuns& rated, const WrittenResults& results, const fs::path& folder,
                  const CommandContext& context) {
  const Page page = context.screens->out.page();
  std::cout << "\n"
            << standings_text(*results.standings, rated.runs(), false, page,
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

std::string duel_progress(const DuelState& state, const SequentialTest& test) {
  if (state.all.blocks == 0) return {};
  return fmt::format("LLR {} of {} to {}, {}", fixed(state.llr, 2), fixed(state.lower, 2), fixed(state.upper, 2),
                     difference_text(state.all, test));
}

std::string duel_text(const DuelState& state, const SequentialTest& test, const Manifest& manifest, const Page& page) {
  const std::string& first = manifest.bots[0].name;
  const std::string& second = manifest.bots[1].name;
  std::string found;
  switch (state.verdict) {
    case DuelVerdict::stronger:
      found = fmt::format("{} is stronger than {}: {} (accepted H1: {} or more, alpha {:g}).", first, second,
                          difference_text(state.all, test), bound(test.high), test.alpha);
      break;
    case DuelVerdict::not_stronger:
      found = fmt::format("{} is not shown to be stronger than {}: {} (accepted H0: {} or less, beta {:g}).", first,
                          second, difference_text(state.all, test), bound(test.low), test.beta);
      break;
    case DuelVerdict::undecided:
      found = fmt::format(
          "Undecided after {} whether {} is stronger than {}: {} (accepted neither H0: {} or less, nor H1: {} or "
          "more).",
          hearts::counted(state.all.blocks, "block"), first, second, difference_text(state.all, test), bound(test.low),
          bound(test.high));
  }
  std::string text = "\n" + wrapped(found, page.columns);
  text += wrapped(fmt::format("{}; {} won {} of the points between the two. LLR {}, bounds {} and {}.",
                              hearts::counted(state.all.blocks, "block"), first, fixed(100 * state.all.share, 1) + "%",
                              fixed(state.llr, 2), fixed(state.lower, 2), fixed(state.upper, 2)),
                  page.columns);
  if (manifest.variants.size() < 2) return text;
  for (std::size_t v = 0; v < manifest.variants.size(); ++v) {
    const DuelFigures& figures = state.by_variant[v];
    text += fmt::format("  {}: {}\n", manifest.variants[v].id,
                        figures.blocks == 0
                            ? "no blocks"
                            : difference_text(figures, test) + "; " + hearts::counted(figures.blocks, "block"));
  }
  return text;
}

int duel_code(DuelVerdict verdict) {
  return verdict == DuelVerdict::stronger ? kDone : verdict == DuelVerdict::not_stronger ? kFailed : kUndecided;
}

}  // namespace arena::cli
