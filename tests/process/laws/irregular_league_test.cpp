// A league of the sample bots that act against the rules. Its records are judged again by the naive model.

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/scratch_folder.h"
#include "tests/unit/game/table/recorded_model.h"

namespace irregular_league_test {

using namespace arena;

TEST_CASE("400 games of the irregular sample bots are judged alike by the naive model, with cards on retracted ones") {
  const arena::test::ScratchFolder folder;
  const std::string run = (folder / "run").string();
  const std::string samples = HEARTS_BINARY_DIR "/sample_bots/";
  const processes::Finished ended = processes::run(
      processes::arena_words({"run", samples + "revoke_py", samples + "eager_js", samples + "watch_c",
                              samples + "rules_cpp", "--variant", "tournament-laws", "--laws", "--blocks", "100",
                              "--seed", "irregular", "--out", run, "--isolation", "none"}),
      std::chrono::minutes(5));
  INFO(ended.err);
  REQUIRE(ended.end.exited);
  REQUIRE(ended.end.number == 0);
  const std::vector<GameRecord> games = processes::games_of(run);
  REQUIRE(games.size() == 400);
  arena::test::RecordedModel::Seen seen;
  LawFigures figures;
  int faults = 0;
  int hands = 0;
  for (const GameRecord& game : games) {
    const hearts::GameRules rules(hearts::resolve_variant(game.variant));
    INFO(game.id);
    for (const HandResult& hand : game.result.hands)
      REQUIRE_NOTHROW(arena::test::RecordedModel(rules, hand).judge(seen));
    hands += static_cast<int>(game.result.hands.size());
    for (const LawFigures& one : game.result.laws) figures.add(one);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const bool wants = game.bots[seat] == "eager_js" || game.bots[seat] == "watch_c";
      CHECK(game.result.wants_all_laws[seat] == wants);
    }
    faults += static_cast<int>(game.result.faults.size());
  }
  INFO(hands << " hands: " << figures.text());
  CHECK(faults == 0);
  CHECK(hands > 2000);
  CHECK(seen.covered_retractions > 1000);
  CHECK(figures.of(LawFigure::covered_retractions) == seen.covered_retractions);
  CHECK(figures.of(LawFigure::plays_out_of_turn) == seen.plays_out_of_turn);
  CHECK(figures.of(LawFigure::leads_out_of_turn) > 0);
  CHECK(figures.of(LawFigure::retractions) > figures.of(LawFigure::covered_retractions));
  const processes::Finished verified = processes::run(processes::arena_words({"verify", run}), std::chrono::minutes(2));
  INFO(verified.out << verified.err);
  CHECK(verified.end.number == 0);
}

}  // namespace irregular_league_test
