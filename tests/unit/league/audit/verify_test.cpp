#include "arena/league/audit/verify.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cctype>

#include "arena/base/text/input_error.h"
#include "arena/game/deals/given_deals.h"
#include "arena/records/record_file.h"
#include "engine/deal.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/league/audit/verified_stage.h"
#include "tests/unit/records/made_games.h"

namespace verify_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const RunKey kKey = RunKey::from_seed("verify");

struct Run {
  explicit Run(int bots = 4, int count = 4, const std::string& variant = "black-lady@4")
      : Run(made_manifest(variant, kKey, bots, count)) {}
  explicit Run(const Manifest& league) : manifest(league), games(made_games(manifest, kKey)) {}

  /// After a change of the manifest: the games are of the run that it is now.
  void join() {
    for (GameRecord& game : games) game.run = run_id(manifest);
  }
  Verification verified(bool finished = true) const { return verified(made_lines(manifest, games, kKey, finished)); }
  static Verification verified(const std::vector<std::string>& lines) {
    const ScratchFolder folder;
    write_file(folder / "games.jsonl", joined(lines));
    Verification found = verified_stage(folder / "games.jsonl");
    for (std::string& problem : found.problems) {
      const std::string file = (folder / "games.jsonl").string();
      if (problem.starts_with(file)) problem.erase(0, file.size());
    }
    return found;
  }

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
      CHECK(found.games == run.manifest.games);
      CHECK(found.games >= 3);
      CHECK(found.missing == 0);
      CHECK(found.void_blocks == 0);
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
  CHECK(found.missing == 1);
  CHECK_FALSE(found.key_revealed);
  CHECK(found.problems.empty());
}

TEST_CASE("a finished run must have all its games") {
  Run run;
  run.games.erase(run.games.begin() + 1);
  const Verification found = run.verified();
  CHECK(found.missing == 1);
  CHECK(found.problems == std::vector<std::string>{"the run has ended without game b0g1"});
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
  for (int game = 0; game < 4; ++game) {
    run.games[static_cast<std::size_t>(game)] = made_game(run.manifest, RunKey::from_seed("another"), 0, game);
  }
  CHECK(run.verified(false).problems.empty());
  const Verification found = run.verified();
  CHECK(found.deals_wrong == 4);
  REQUIRE(found.problems.size() == 4);
  CHECK(found.problems[1] == ":3: game b0g1: its seed does not follow from the key");
}

TEST_CASE("two seeds in one block are found before the key is revealed") {
  Run run;
  run.games[1] = made_game(run.manifest, RunKey::from_seed("another"), 0, 1);
  const Verification found = run.verified(false);
  CHECK(found.deals_wrong == 1);
  CHECK(found.problems ==
        std::vector<std::string>{":3: game b0g1: its seed differs from that of the other games of its block"});
  CHECK(run.verified().problems == std::vector<std::string>{":3: game b0g1: its seed does not follow from the key"});
}

TEST_CASE("one seed in two blocks is found before the key is revealed") {
  Run run(made_league({"black-lady@4"}, kKey, 4, 2));
  REQUIRE(run.games[4].id == "b1g0");
  Block twin = made_block(run.manifest, 1);
  twin.number = 0;
  run.games[4] = made_game(run.manifest, kKey, twin, 0);
  run.games[4].block = 1;
  run.games[4].id = "b1g0";
  run.games.resize(5);
  const Verification found = run.verified(false);
  CHECK(found.deals_wrong == 1);
  CHECK(found.problems == std::vector<std::string>{":6: game b1g0: it has the seed of block 0"});
}

TEST_CASE("deals that do not follow from their seed are found immediately") {
  Run run;
  const std::string seed = run.games[1].seed;
  run.games[1] = made_game(run.manifest, RunKey::from_seed("another"), 0, 1);
  run.games[1].seed = seed;
  for (const bool revealed : {false, true}) {
    const Verification found = run.verified(revealed);
    CHECK(found.deals_wrong >= static_cast<int>(run.games[1].result.hands.size()));
    REQUIRE_FALSE(found.problems.empty());
    CHECK_THAT(found.problems[0], ContainsSubstring(":3: game b0g1: hand 1: "));
    CHECK(found.problems.size() <= kProblemsMax);
  }
  for (char& digit : run.games[1].seed) digit = static_cast<char>(std::toupper(digit));
  CHECK_THAT(run.verified().problems.at(0), ContainsSubstring("its seed is not 64 lowercase hexadecimal digits"));
  run.games[1].seed = "seven";
  CHECK_THAT(run.verified().problems.at(0), ContainsSubstring("its seed is not 64 lowercase hexadecimal digits"));
}

TEST_CASE("another first dealer than the seed's is found") {
  Run run;
  // The same deals dealt from another seat: hands go round with the dealer, so the game is a possible one.
  const BlockSeed seed = kKey.block_seed(run.manifest.variants[0].id, 0);
  for (int number = 0; number < 1000; ++number) {
    const RunKey key = RunKey::from_seed("other " + std::to_string(number));
    if (key.block_seed(run.manifest.variants[0].id, 0).first_dealer(4) == seed.first_dealer(4)) continue;
    run.games[0] = made_game(run.manifest, key, 0, 0);
    run.games[0].seed = seed.to_hex();
    break;
  }
  CHECK_THAT(run.verified().problems.at(0), ContainsSubstring("hand 1: the seed chooses another dealer"));
}

TEST_CASE("bots that sat elsewhere than the schedule says are found") {
  Run run;
  std::vector<std::string>& bots = run.games[1].bots;
  std::swap(bots[0], bots[1]);
  const Verification found = run.verified(false);
  CHECK(found.problems ==
        std::vector<std::string>{":3: game b0g1: seat 0 belongs to " + bots[1] + ", not to " + bots[0],
                                 ":3: game b0g1: seat 1 belongs to " + bots[0] + ", not to " + bots[1]});
}

TEST_CASE("a rotation that a block does not have is found") {
  // Two bots at four seats sit in two ways.
  Run run(2, 2);
  REQUIRE(run.games.size() == 2);
  run.games.push_back(run.games[0]);
  run.games.back().game = 2;
  run.games.back().id = "b0g2";
  CHECK(run.verified(false).problems == std::vector<std::string>{":4: game b0g2: the run has no such game"});
}

TEST_CASE("a seat forfeits at the last fault the run allows, not before and not after") {
  Run run;
  const auto with_faults = [&](const Mishaps& mishaps) {
    run.games[0] = made_game(run.manifest, kKey, 0, 0, mishaps);
    return run.verified().problems;
  };
  CHECK(with_faults({{{1, 2}, {1, 4}}, {}}).empty());
  CHECK(with_faults({{{1, 2}, {1, 4}}, {{1, 9}}}).empty());
  CHECK(with_faults({{{1, 2}, {1, 4}, {1, 5}}, {}}) ==
        std::vector<std::string>{":2: game b0g0: seat 1 has 3 faults and should have forfeited"});
  // It was lost at the third, and nobody was there to exit.
  CHECK(with_faults({{{1, 2}, {1, 4}, {1, 5}}, {{1, 9}}}) ==
        std::vector<std::string>{":2: game b0g0: seat 1 forfeits after 4 faults, but the run allows 3"});
  run.games[0] = made_game(run.manifest, kKey, 0, 0, {{}, {{1, 9}}});
  run.games[0].result.faults[0].fault = Fault::illegal;
  run.games[0].result.forfeits[0].fault = Fault::illegal;
  CHECK(run.verified().problems ==
        std::vector<std::string>{":2: game b0g0: seat 1 forfeits after 1 fault, but the run allows 3"});
}

TEST_CASE("how many faults forfeit a game is as its variant has it") {
  Run run(made_league({"black-lady@4", "black-lady@3"}, kKey, 4, 2));
  run.manifest.variants[1].limits = run.manifest.limits;
  run.manifest.variants[1].limits->faults = 1;
  run.join();
  CHECK(run.verified().problems.empty());
  REQUIRE(run.games[4].variant == "black-lady@3");
  for (const int game : {0, 4}) {
    const int block = game == 0 ? 0 : 1;
    run.games[static_cast<std::size_t>(game)] = made_game(run.manifest, kKey, block, 0, {{{1, 2}}, {}});
  }
  CHECK(run.verified().problems ==
        std::vector<std::string>{":6: game b1g0: seat 1 has 1 fault and should have forfeited"});
}

TEST_CASE("no more problems are kept than can be read") {
  Run run(4, 30);
  for (GameRecord& game : run.games) ++game.result.totals[0];
  CHECK(run.verified().problems.size() == kProblemsMax);
}

TEST_CASE("damage in the other files of the folder is found too") {
  const Run run;
  const ScratchFolder folder;
  write_file(folder / "games.jsonl", joined(made_lines(run.manifest, run.games, kKey)));
  for (const char* name : {"timings.jsonl", "faults.jsonl"}) {
    std::string line =
        seal_line(timing_json(run.games[0], hearts::GameRules(hearts::resolve_variant(run.games[0].variant))));
    write_file(folder / name, line);
    CHECK(verified_stage(folder.path()).problems.empty());
    line[9] = '!';
    write_file(folder / name, line);
    CHECK_THROWS_WITH(verified_stage(folder.path()), ContainsSubstring(std::string(name) + ":1: damaged"));
    CHECK_NOTHROW(verified_stage(folder / "games.jsonl"));
    write_file(folder / name, "");
  }
}

TEST_CASE("a league of several variants and more bots than seats is right as it was played") {
  const Run run(made_league({"black-lady@4", "royal-classic@2+match.limit=50", "black-lady@3"}, kKey, 7, 9));
  const Verification found = run.verified();
  CHECK(found.games == run.manifest.games);
  CHECK(found.games == 3 * (4 + 2 + 3));
  CHECK(found.problems.empty());
  CHECK(found.missing == 0);
}

TEST_CASE("a game of another variant than the schedule's is found") {
  Run run(made_league({"black-lady@4", "black-lady@4+match.limit=50"}, kKey, 4, 2));
  REQUIRE(run.games[5].id == "b1g1");
  Block block = made_block(run.manifest, 1);
  block.variant = 0;
  run.games[5] = made_game(run.manifest, kKey, block, 1);
  CHECK(run.verified().problems ==
        std::vector<std::string>{
            ":7: game b1g1: the schedule plays black-lady@4+match.limit=50 in this block, not black-lady@4"});
}

TEST_CASE("bots that another seating of the schedule has are found") {
  Run run(made_league({"black-lady@3"}, kKey, 6, 4));
  // Game 2 of a block is played as its game 1, with the right deals.
  run.games[2] = made_game(run.manifest, kKey, 0, 1);
  run.games[2].game = 2;
  run.games[2].id = "b0g2";
  const Verification found = run.verified();
  CHECK(found.problems.size() == 3);
  CHECK_THAT(found.problems.at(0), ContainsSubstring(":4: game b0g2: seat 0 belongs to "));
}

TEST_CASE("each gap in a run that has ended is found") {
  Run run(made_league({"black-lady@3", "black-lady@4"}, kKey, 5, 3));
  REQUIRE(run.games.size() == 10);
  run.games.erase(run.games.begin() + 9);
  run.games.erase(run.games.begin() + 3, run.games.begin() + 7);
  const Verification unfinished = run.verified(false);
  CHECK(unfinished.problems.empty());
  CHECK(unfinished.missing == 5);
  const Verification found = run.verified();
  CHECK(found.missing == 5);
  CHECK(found.problems ==
        std::vector<std::string>{"the run has ended without game b1g0", "the run has ended without game b1g1",
                                 "the run has ended without game b1g2", "the run has ended without game b1g3",
                                 "the run has ended without game b2g2"});
}

TEST_CASE("a void block is no gap if it was played again") {
  const Run run(made_league({"black-lady@3", "black-lady@4"}, kKey, 5, 2));
  Block again = made_block(run.manifest, 0);
  again.number = 2;
  std::vector<GameRecord> games = {run.games.begin() + 3, run.games.end()};  // none of block 0
  for (int game = 0; game < 3; ++game) games.push_back(made_game(run.manifest, kKey, again, game));
  std::vector<std::string> lines = made_lines(run.manifest, games, kKey);
  lines.insert(lines.begin() + 1, made_void_line(run.manifest, 0, 2));
  const Verification found = Run::verified(lines);
  CHECK(found.problems.empty());
  CHECK(found.missing == 0);
  CHECK(found.void_blocks == 1);
  CHECK(found.games == 7);

  SECTION("it was not played again") {
    games.resize(4);
    lines = made_lines(run.manifest, games, kKey);
    lines.insert(lines.begin() + 1, made_void_line(run.manifest, 0, 2));
    CHECK(Run::verified(lines).problems == std::vector<std::string>{"the run has ended without game b2g0",
                                                                    "the run has ended without game b2g1",
                                                                    "the run has ended without game b2g2"});
  }
  SECTION("it was played again with the old deals") {
    GameRecord old = made_game(run.manifest, kKey, 0, 1);
    old.block = 2;
    old.id = "b2g1";
    games[5] = old;
    lines = made_lines(run.manifest, games, kKey);
    lines.insert(lines.begin() + 1, made_void_line(run.manifest, 0, 2));
    CHECK(Run::verified(lines).problems ==
          std::vector<std::string>{":8: game b2g1: its seed does not follow from the key"});
  }
  SECTION("it was played again by other bots") {
    games[4] = made_game(run.manifest, kKey, {2, 0, {again.circle[1], again.circle[0], again.circle[2]}}, 0);
    lines = made_lines(run.manifest, games, kKey);
    lines.insert(lines.begin() + 1, made_void_line(run.manifest, 0, 2));
    const Verification swapped = Run::verified(lines);
    CHECK(swapped.problems.size() == 2);
    CHECK_THAT(swapped.problems.at(0), ContainsSubstring(":7: game b2g0: seat 0 belongs to "));
  }
}

TEST_CASE("a number of games in the first line that the blocks do not have is found") {
  Run run(made_league({"black-lady@4"}, kKey, 5, 3));
  for (const int games : {0, 11, 13, -1}) {
    run.manifest.games = games;
    run.join();
    const std::vector<std::string> problem = {"the first line plans " + std::to_string(games) +
                                              " games, but its blocks have 12"};
    CHECK(run.verified(true).problems == problem);
    CHECK(run.verified(false).problems == problem);
  }
}

TEST_CASE("a changed line is caught, even with a new seal") {
  const Run run;
  const std::vector<std::string> lines = made_lines(run.manifest, run.games, kKey);
  const auto problems = [&](const std::string& from, const std::string& to) {
    const std::size_t at = lines[2].find(from);
    REQUIRE(at != std::string::npos);
    std::string line = lines[2];
    line.replace(at, from.size(), to);
    boost::json::object object = boost::json::parse(line).as_object();
    object.erase("crc");
    std::vector<std::string> changed = lines;
    changed[2] = seal_line(object);
    return Run::verified(changed).problems;
  };
  const GameRecord& game = run.games[1];
  CHECK(problems("\"seed\"", "\"seed\"").empty());

  std::string other_seed = game.seed;
  other_seed[0] = other_seed[0] == '0' ? '1' : '0';
  CHECK_FALSE(problems(game.seed, other_seed).empty());

  const hearts::GameRules rules(hearts::resolve_variant(game.variant));
  const std::string first = rules.deck().name(game.result.hands[0].deal.hands[0][0].first());
  const std::string second = rules.deck().name(game.result.hands[0].deal.hands[0][1].first());
  CHECK_FALSE(problems("\"deal\":[\"" + first, "\"deal\":[\"" + second).empty());

  const std::string total = std::to_string(game.result.totals[0]);
  CHECK_FALSE(problems("],\"totals\":[" + total + ",", "],\"totals\":[" + total + "1,").empty());
  const std::string score = std::to_string(game.result.scores[0]);
  CHECK_FALSE(problems("\"scores\":[" + score + ",", "\"scores\":[1" + score + ",").empty());
  const int place = game.result.places[0];
  CHECK_FALSE(problems("\"places\":[" + std::to_string(place), "\"places\":[" + std::to_string(5 - place)).empty());
}

TEST_CASE("any byte flipped anywhere in a run's file is found") {
  const Run run(4, 1, "black-lady@4+deck.ranks=Q,K,A+match.limit=1+match.tie=shared+match.extra_hands_stop=n/a");
  const ScratchFolder folder;
  const std::string whole = joined(made_lines(run.manifest, run.games, kKey));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string wrong = whole;
    wrong[at] = static_cast<char>(wrong[at] ^ (1 << at % 8));
    write_file(folder / "games.jsonl", wrong);
    bool found = false;
    try {
      const RunVerification verification = verify_run(folder.path());
      found = !verification.problems.empty() || verification.torn_bytes > 0;
    } catch (const InputError& error) {
      found = std::string(error.what()).find("games.jsonl:") != std::string::npos;
    }
    if (!found) FAIL("byte " << at << " of " << whole.size());
  }
}

TEST_CASE("a run with given deals is checked against its list of them") {
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 8, {2, true});
  give_deals(manifest, 3);
  Run run(manifest);
  const auto verified = [&](const std::string& deals) {
    const ScratchFolder folder;
    write_file(folder / "games.jsonl", joined(made_lines(run.manifest, run.games, kKey)));
    write_file(folder / "timings.jsonl", "");
    if (!deals.empty()) write_file(folder / "deals.jsonl", deals);
    return verified_stage(folder.path());
  };
  const std::string deals = manifest.deals->text();
  Verification found = verified(deals);
  CHECK(found.problems.empty());
  CHECK(found.deals_given == 3);
  CHECK(found.deals_compared);

  found = verified("");
  REQUIRE(found.problems.size() == 1);
  CHECK_THAT(found.problems[0], ContainsSubstring("deals.jsonl: No such file or directory"));
  CHECK_FALSE(found.deals_compared);
  found = verified(deals.substr(deals.find('\n') + 1));
  REQUIRE(found.problems.size() == 1);
  CHECK_THAT(found.problems[0], ContainsSubstring("these are not the deals that the run was given: their hash is "));
  CHECK_FALSE(found.deals_compared);

  // Of the second hand of a game.
  std::swap(run.games[5].result.hands[1].deal.hands[0][0], run.games[5].result.hands[1].deal.hands[0][1]);
  found = verified(deals);
  CHECK(found.deals_wrong == 1);
  CHECK_THAT(found.problems.back(), ContainsSubstring("hand 2: the deal is not the one that was given"));
}

TEST_CASE("without its folder a run's given deals are not compared") {
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4, {1, true});
  give_deals(manifest, 2);
  const Verification found = Run(manifest).verified();
  CHECK(found.problems.empty());
  CHECK(found.deals_given == 2);
  CHECK_FALSE(found.deals_compared);
}

}  // namespace verify_test
