#include "arena/records/verify.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "arena/league/json_file.h"
#include "arena/records/record_line.h"
#include "engine/deal.h"
#include "engine/variants/registry.h"
#include "tests/arena/records/made_games.h"
#include "tests/arena/records/scratch_folder.h"
#include "tests/catch.h"

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const RunKey kKey = RunKey::from_seed("verify");

struct Run {
  explicit Run(int bots = 4, int count = 4, const std::string& variant = "black-lady@4")
      : rules(hearts::resolve_variant(variant)),
        manifest(made_manifest(variant, kKey, bots, count)),
        games(made_games(manifest, rules, kKey)) {}

  Verification verified(bool finished = true) const {
    const ScratchFolder folder;
    write_bytes(folder / "games.jsonl", joined(made_lines(manifest, games, kKey, finished)));
    Verification found = verify_run(folder.path());
    for (std::string& problem : found.problems) {
      const std::string file = (folder / "games.jsonl").string();
      if (problem.starts_with(file)) problem.erase(0, file.size());
    }
    return found;
  }

  hearts::GameRules rules;
  Manifest manifest;
  std::vector<GameRecord> games;
};

}  // namespace

TEST_CASE("a run as it was played is right, for every number of bots") {
  for (const char* variant : {"black-lady@4", "royal-classic@2", "black-lady@5+kitty_first"}) {
    const int seats = hearts::resolve_variant(variant).seats;
    for (int bots = 1; bots <= seats; ++bots) {
      INFO(variant << ", " << bots << " bots");
      const Run run(bots, 3, variant);
      const Verification found = run.verified();
      CHECK(found.games == 3);
      CHECK(found.key_revealed);
      CHECK(found.deals_wrong == 0);
      CHECK(found.problems.empty());
    }
  }
}

TEST_CASE("a run that has not ended is checked without its key") {
  Run run;
  run.games.pop_back();
  const Verification found = run.verified(false);
  CHECK(found.games == 3);
  CHECK_FALSE(found.key_revealed);
  CHECK(found.problems.empty());
}

TEST_CASE("a finished run must have all its games") {
  Run run;
  run.games.erase(run.games.begin() + 1);
  CHECK(run.verified().problems == std::vector<std::string>{"the run has ended with 3 of 4 games"});
}

TEST_CASE("a record that cannot have been played is named with its place") {
  Run run;
  ++run.games[2].result.hands[0].points[1];
  const Verification found = run.verified();
  REQUIRE(found.problems.size() == 1);
  CHECK(found.problems[0].starts_with(":4: game b0g2: hand 1: the change of seat 1 "));
}

TEST_CASE("a seed that does not follow from the key is found once it is revealed") {
  Run run;
  run.games[1] = made_game(run.manifest, run.rules, RunKey::from_seed("another"), 0, 1);
  CHECK(run.verified(false).problems.empty());
  const Verification found = run.verified();
  CHECK(found.deals_wrong == 1);
  CHECK(found.problems == std::vector<std::string>{":3: game b0g1: its seed does not follow from the key"});
}

TEST_CASE("deals that do not follow from their seed are found at once") {
  Run run;
  const std::string seed = run.games[1].seed;
  run.games[1] = made_game(run.manifest, run.rules, RunKey::from_seed("another"), 0, 1);
  run.games[1].seed = seed;
  for (const bool revealed : {false, true}) {
    const Verification found = run.verified(revealed);
    CHECK(found.deals_wrong >= static_cast<int>(run.games[1].result.hands.size()));
    REQUIRE_FALSE(found.problems.empty());
    CHECK_THAT(found.problems[0], ContainsSubstring(":3: game b0g1: hand 1: "));
    CHECK(found.problems.size() <= kProblemsMax);
  }
  run.games[1].seed = "seven";
  CHECK_THAT(run.verified().problems.at(0), ContainsSubstring("its seed is not 64 hexadecimal digits"));
}

TEST_CASE("another first dealer than the seed's is found") {
  Run run;
  // The same deals dealt from another seat: hands go round with the dealer, so the game is a possible one.
  Manifest other = run.manifest;
  const BlockSeed seed = kKey.block_seed(run.manifest.variant, 0);
  for (int number = 0; number < 1000; ++number) {
    const RunKey key = RunKey::from_seed("other " + std::to_string(number));
    if (key.block_seed(run.manifest.variant, 0).first_dealer(4) == seed.first_dealer(4)) continue;
    run.games[0] = made_game(other, run.rules, key, 0, 0);
    run.games[0].seed = seed.to_hex();
    break;
  }
  CHECK_THAT(run.verified().problems.at(0), ContainsSubstring("hand 1: the seed makes another seat dealer"));
}

TEST_CASE("bots that sat elsewhere than the schedule says are found") {
  Run run;
  std::swap(run.games[1].bots[0], run.games[1].bots[1]);
  const Verification found = run.verified(false);
  CHECK(found.problems == std::vector<std::string>{":3: game b0g1: seat 0 is bob's, not cyd's",
                                                   ":3: game b0g1: seat 1 is cyd's, not bob's"});
}

TEST_CASE("a game that the run does not have is found") {
  Run run;
  run.games.push_back(made_game(run.manifest, run.rules, kKey, 1, 0));
  CHECK(run.verified(false).problems == std::vector<std::string>{":6: game b1g0: the run has no such game"});
  for (const int block : {-1, 1, 536870912, 2147483647}) {
    INFO(block);
    run.games.back().block = block;
    run.games.back().id = game_id(block, 0);
    CHECK_THAT(run.verified(false).problems.at(0), ContainsSubstring("the run has no such game"));
  }
  run.games.back().block = 0;
  run.games.back().game = 4;
  run.games.back().id = "b0g4";
  CHECK_THAT(run.verified(false).problems.at(0), ContainsSubstring("the run has no such game"));
}

TEST_CASE("a seat forfeits at the last fault the run allows, not before and not after") {
  Run run;
  const auto with_faults = [&](const Mishaps& mishaps) {
    run.games[0] = made_game(run.manifest, run.rules, kKey, 0, 0, mishaps);
    return run.verified().problems;
  };
  CHECK(with_faults({{{1, 2}, {1, 4}}, {}}).empty());
  CHECK(with_faults({{{1, 2}, {1, 4}}, {{1, 9}}}).empty());
  CHECK(with_faults({{{1, 2}, {1, 4}, {1, 5}}, {}}) ==
        std::vector<std::string>{":2: game b0g0: seat 1 has 3 faults and must forfeit"});
  run.games[0] = made_game(run.manifest, run.rules, kKey, 0, 0, {{}, {{1, 9}}});
  run.games[0].result.faults[0].fault = Fault::illegal;
  run.games[0].result.forfeits[0].fault = Fault::illegal;
  CHECK(run.verified().problems ==
        std::vector<std::string>{":2: game b0g0: seat 1 forfeits after 1 faults, and the run allows 3"});
}

TEST_CASE("no more problems are kept than can be read") {
  Run run(4, 30);
  for (GameRecord& game : run.games) ++game.result.totals[0];
  CHECK(run.verified().problems.size() == kProblemsMax);
}

TEST_CASE("damage in the other files of the folder is found too") {
  const Run run;
  const ScratchFolder folder;
  write_bytes(folder / "games.jsonl", joined(made_lines(run.manifest, run.games, kKey)));
  for (const char* name : {"timings.jsonl", "faults.jsonl"}) {
    std::string line = seal_line(timing_json(run.games[0], run.rules));
    write_bytes(folder / name, line);
    CHECK(verify_run(folder.path()).problems.empty());
    line[9] = '!';
    write_bytes(folder / name, line);
    CHECK_THROWS_WITH(verify_run(folder.path()), ContainsSubstring(std::string(name) + ":1: damaged"));
    CHECK_NOTHROW(verify_run(folder / "games.jsonl"));
    write_bytes(folder / name, "");
  }
}

TEST_CASE("any byte flipped anywhere in a run's file is found") {
  const Run run(4, 1, "black-lady@4+deck.ranks=Q,K,A+match.limit=1+match.tie=shared+match.extra_hands_stop=n/a");
  const ScratchFolder folder;
  const std::string whole = joined(made_lines(run.manifest, run.games, kKey));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string wrong = whole;
    wrong[at] = static_cast<char>(wrong[at] ^ (1 << at % 8));
    write_bytes(folder / "games.jsonl", wrong);
    bool found = false;
    try {
      const Verification verification = verify_run(folder.path());
      found = !verification.problems.empty() || verification.torn_bytes > 0;
    } catch (const InputError& error) {
      found = std::string(error.what()).find("games.jsonl:") != std::string::npos;
    }
    if (!found) FAIL("byte " << at << " of " << whole.size());
  }
}
