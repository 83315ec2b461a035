#include <algorithm>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/results/ratings/exact_text.h"
#include "tests/unit/results/ratings/made_runs.h"

namespace runs_together_test {

using namespace arena;
using namespace arena::test;

TEST_CASE("several runs of the same bots are rated together, whatever their order") {
  const MadeRun monday("monday");
  const MadeRun tuesday("tuesday", 4);
  const MadeFiles files;
  const std::string a = files.write("a", monday.lines);
  const std::string b = files.write("b", tuesday.lines);
  const RatedRuns rated = read_rated_runs({a, b});
  std::vector<RatedRun> planned = {{run_id(monday.manifest), 6}, {run_id(tuesday.manifest), 4}};
  planned[0].path = a;
  planned[1].path = b;
  std::ranges::sort(planned, {}, &RatedRun::name);
  CHECK(rated.runs() == planned);
  const Standings standings = rated.standings();
  CHECK(standings.overall.games == 35);
  CHECK(standings.field.bots == std::vector<std::string>{"ann", "bob", "cyd", "dan", "eve"});
  CHECK(standings.field.variants.size() == 2);
  CHECK(text_of_files({b, a}) == exact(standings));
  std::vector<std::string> mixed = monday.lines;
  mixed.insert(mixed.begin() + 8, tuesday.lines.begin(), tuesday.lines.end());
  CHECK(text_of_files({files.write("mixed", mixed)}) == exact(standings));
  RatedRuns by_hand({tuesday.manifest, monday.manifest, tuesday.manifest});
  for (const MadeRun* run : {&tuesday, &monday}) {
    for (const GameRecord& game : run->games) by_hand.add(outcome_of(game), game.id);
    by_hand.add_end(run_id(run->manifest), "here");
  }
  CHECK(exact(by_hand.standings()) == exact(standings));
}

TEST_CASE("two runs that were dealt from one seed are not rated together") {
  const MadeRun run("seed", 6);
  const MadeFiles files;
  const std::string whole = files.write("whole", run.lines);
  Manifest other_bots = run.manifest;
  other_bots.bots.pop_back();
  for (const MadeRun& other :
       {MadeRun("seed", 4), MadeRun(other_bots, run.key), MadeRun("seed", 6, {kMadeVariants[1]})}) {
    const auto [low, high] = std::minmax({run_id(run.manifest), run_id(other.manifest)});
    const std::string expected = "runs " + low + " and " + high +
                                 " were started with the same seed, so their deals are the same; rated together, their "
                                 "intervals would be too narrow. Rate each run alone";
    const std::string more = files.write("more", other.lines);
    CHECK(error_of_files({whole, more}) == expected);
    CHECK(error_of_files({more, files.write("third", MadeRun("third", 4).lines), whole}) == expected);
    CHECK(error_of_files({more}) == "read");
  }
}

TEST_CASE("a bot that changed between two runs is shown as two") {
  const MadeRun monday("monday");
  const RunKey key = RunKey::from_seed("tuesday");
  Manifest changed = made_league(kMadeVariants, key, 5, 4);
  changed.bots[1].hash = std::string(64, 'f');
  const MadeRun tuesday(changed, key);
  const MadeFiles files;
  const RatedRuns rated = read_rated_runs({files.write("a", monday.lines), files.write("b", tuesday.lines)});
  const Standings standings = rated.standings();
  const std::string old = "bob~" + monday.manifest.bots[1].hash.substr(0, 6);
  std::vector<std::string> expected = {"ann", old, "bob~ffffff", "cyd", "dan", "eve"};
  CHECK(standings.field.bots == expected);
  CHECK(standings.overall.rows.size() == 6);
  CHECK(rated.standings("bob~ffffff").field.reference == 2);
  CHECK_THROWS_AS(rated.standings("bob"), InputError);
}

TEST_CASE("a variant whose rules changed between two runs is shown as two") {
  Manifest manifest = MadeRun("monday").manifest;
  Manifest changed = MadeRun("tuesday").manifest;
  changed.variants[1].rules_hash = std::string(64, 'f');
  const Standings standings = RatedRuns({manifest, changed}).standings();
  const std::string id = manifest.variants[1].id;
  std::vector<std::string> expected = {manifest.variants[0].id, id + "~" + manifest.variants[1].rules_hash.substr(0, 6),
                                       id + "~ffffff"};
  std::vector<std::string> found = standings.field.variants;
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  CHECK(found == expected);
}

TEST_CASE("a variant in several lengths is shown as several, each with the games of its own") {
  const std::vector<std::string> variant = {kMadeVariants[0]};
  const auto run_of = [&](const std::string& seed, int blocks, GameLength length) {
    const RunKey key = RunKey::from_seed(seed);
    return MadeRun(made_league(variant, key, 5, blocks, length), key);
  };
  const MadeRun four = run_of("four", 3, {4, true});
  const MadeRun one = run_of("one", 5, {1, true});
  const MadeRun one_again = run_of("one again", 2, {1, true});
  const MadeRun whole = run_of("whole", 4, {});
  const MadeFiles files;
  std::vector<std::string> paths;
  for (const MadeRun* run : {&four, &one, &one_again, &whole}) {
    paths.push_back(files.write(std::to_string(paths.size()), run->lines));
  }
  const std::string id = whole.manifest.variants[0].id;
  const Standings standings = read_rated_runs(paths).standings();
  CHECK(standings.field.variants == std::vector<std::string>{id, id + " (1 hand)", id + " (4 hands)"});
  REQUIRE(standings.by_variant.size() == 3);
  CHECK(standings.by_variant[0].blocks == 4);
  CHECK(standings.by_variant[1].blocks == 5 + 2);
  CHECK(standings.by_variant[2].blocks == 3);
  std::reverse(paths.begin(), paths.end());
  CHECK(text_of_files(paths) == exact(standings));

  CHECK(read_rated_runs({paths[2], paths[1]}).standings().field.variants == std::vector<std::string>{id});
  const auto variants_of = [](const std::vector<Manifest>& manifests) {
    return RatedRuns(manifests).standings().field.variants;
  };
  CHECK(variants_of({whole.manifest, run_of("short", 1, {30, false}).manifest}) ==
        std::vector<std::string>{id + " (at most 30 hands)", id + " (at most 50 hands)"});
  // As long as the other, but without an end of its own before that.
  CHECK(variants_of({whole.manifest, run_of("fifty", 1, {50, true}).manifest}) ==
        std::vector<std::string>{id, id + " (50 hands)"});
}

TEST_CASE("rules that have different ids in two runs are one variant, shown by the least") {
  const MadeRun monday("monday", 6);
  const MadeRun tuesday("tuesday", 4);
  const std::string id = monday.manifest.variants[0].id;
  for (const std::string& other : {"aces" + id, "zeal" + id}) {
    Manifest renamed = tuesday.manifest;
    renamed.variants[0].id = other;
    for (const std::vector<Manifest>& both : {std::vector{monday.manifest, renamed}, {renamed, monday.manifest}}) {
      RatedRuns rated(both);
      for (const GameRecord& game : monday.games) rated.add(outcome_of(game), game.id);
      for (const GameRecord& game : tuesday.games) {
        Outcome outcome = outcome_of(game);
        outcome.run = run_id(renamed);
        if (outcome.variant == id) outcome.variant = other;
        rated.add(outcome, game.id);
      }
      const Standings standings = rated.standings();
      std::vector<std::string> expected = {std::min(id, other), monday.manifest.variants[1].id};
      std::sort(expected.begin(), expected.end());
      CHECK(standings.field.variants == expected);
      REQUIRE(standings.by_variant.size() == 2);
      CHECK(standings.by_variant[0].blocks == 5);
      CHECK(standings.by_variant[1].blocks == 5);
    }
  }
}

}  // namespace runs_together_test
