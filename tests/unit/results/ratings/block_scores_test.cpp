#include "arena/results/ratings/block_scores.h"

#include <stdexcept>

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_blocks.h"

namespace block_scores_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

RatedGame of_run(std::string run, RatedGame game) {
  game.run = std::move(run);
  return game;
}

constexpr int kGamesMax = kBlockSeatsMax / 6;  // of six seats

}  // namespace

TEST_CASE("a game compares every pair of different bots once") {
  const BlockScores scores = made_scores(4, {"2:5 0:5 3:20 1:0"});
  const BlockList blocks = scores.complete();
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0]->seats == 4);
  CHECK(blocks[0]->games == 1);
  std::string text;
  for (const PairSum& pair : blocks[0]->pairs) {
    text += std::to_string(pair.first) + std::to_string(pair.second) + " " + std::to_string(pair.comparisons) + " " +
            std::to_string(pair.halves) + " " + std::to_string(static_cast<int>(pair.margin)) + "\n";
  }
  // 1 is first, 0 and 2 share the second place, 3 is last.
  CHECK(text ==
        "01 1 0 -5\n"
        "02 1 1 0\n"
        "03 1 2 15\n"
        "12 1 2 5\n"
        "13 1 2 20\n"
        "23 1 2 15\n");
}

TEST_CASE("copies of one bot are never compared with each other") {
  const BlockScores scores = made_scores(2, {"0:1 0:2 1:3 1:4"});
  const BlockSum& block = *scores.complete().at(0);
  REQUIRE(block.pairs.size() == 1);
  CHECK(block.pairs[0].comparisons == 4);
  CHECK(block.pairs[0].halves == 8);
  CHECK(block.pairs[0].margin == (3 - 1) + (4 - 1) + (3 - 2) + (4 - 2));
  REQUIRE(block.bots.size() == 2);
  CHECK(block.bots[0].games == 1);
}

TEST_CASE("a table of copies alone is complete and compares nothing") {
  const BlockScores scores = made_scores(1, {"0:1 0:2"});
  CHECK(scores.complete().at(0)->pairs.empty());
}

TEST_CASE("margins are points a hand") {
  BlockScores scores(2, 1);
  scores.add(made_game(0, 0, 2, "0:10 1:30", 4));
  scores.add(made_game(0, 1, 2, "0:10 1:16", 2));
  CHECK(scores.complete().at(0)->pairs[0].margin == 5 + 3);
}

TEST_CASE("points that cancel within a block cancel exactly") {
  // (1 + 2 - 3) / 10: one by one in floating point 1/10 + 2/10 - 3/10 is not 0.
  BlockScores scores(2, 1);
  scores.add(made_game(0, 0, 3, "0:0 1:1", 10));
  scores.add(made_game(0, 1, 3, "0:0 1:2", 10));
  scores.add(made_game(0, 2, 3, "0:3 1:0", 10));
  CHECK(scores.complete().at(0)->pairs[0].margin == 0.0);
}

TEST_CASE("points cancel exactly though a longer game came between") {
  // 1/10 + 1/3 - 1/10 is not 1/3 in floating point.
  BlockScores scores(2, 1);
  scores.add(made_game(0, 0, 3, "0:0 1:1", 10));
  scores.add(made_game(0, 1, 3, "0:0 1:1", 3));
  scores.add(made_game(0, 2, 3, "0:1 1:0", 10));
  CHECK(scores.complete().at(0)->pairs[0].margin == 1.0 / 3);
}

TEST_CASE("a block counts when its last game is there, whichever that is") {
  BlockScores scores(2, 1);
  scores.add(made_game(7, 2, 3, "0:1 1:2"));
  scores.add(made_game(7, 0, 3, "0:1 1:2"));
  CHECK(scores.complete().empty());
  CHECK(scores.left_out().incomplete_blocks == 1);
  CHECK(scores.left_out().incomplete_games == 2);
  scores.add(made_game(7, 1, 3, "1:2 0:1"));
  CHECK(scores.complete().size() == 1);
  CHECK(scores.left_out().incomplete_blocks == 0);
  CHECK(scores.left_out().incomplete_games == 0);
}

TEST_CASE("blocks come by run and number, however they were added") {
  BlockScores scores(2, 3);
  scores.add(of_run("s", made_game(0, 0, 1, "0:1 1:2", 1, 2)));
  scores.add(of_run("r", made_game(10, 0, 1, "0:1 1:2", 1, 1)));
  scores.add(of_run("r", made_game(9, 0, 1, "0:1 1:2", 1, 0)));
  const BlockList blocks = scores.complete();
  REQUIRE(blocks.size() == 3);
  for (int i = 0; i < 3; ++i) CHECK(blocks[static_cast<std::size_t>(i)]->variant == i);
}

TEST_CASE("a void block is left out, and what happened in it is counted") {
  BlockScores scores(3, 1);
  SECTION("before its games") {
    scores.void_block("r", 0);
    scores.add(made_game(0, 0, 2, "0:1!!3 1:2"));
    scores.add(made_game(0, 1, 2, "0:1!1 1:2"));
  }
  SECTION("amid its games") {
    scores.add(made_game(0, 1, 2, "0:1!1 1:2"));
    scores.void_block("r", 0);
    scores.add(made_game(0, 0, 2, "0:1!!3 1:2"));
  }
  SECTION("after its games, and twice") {
    scores.add(made_game(0, 0, 2, "0:1!!3 1:2"));
    scores.add(made_game(0, 1, 2, "0:1!1 1:2"));
    scores.void_block("r", 0);
    scores.void_block("r", 0);
  }
  scores.add(made_game(1, 0, 2, "1:3 2:4!2"));
  scores.add(made_game(2, 0, 1, "0:3!7 1:4"));
  CHECK(scores.complete().size() == 1);
  const LeftOut left = scores.left_out();
  CHECK(left.void_blocks == 1);
  CHECK(left.void_games == 2);
  CHECK(left.incomplete_blocks == 1);
  CHECK(left.incomplete_games == 1);
  REQUIRE(left.bots.size() == 3);
  CHECK(left.bots[0].games == 2);
  CHECK(left.bots[0].forfeits == 1);
  CHECK(left.bots[0].faults.total() == 4);
  CHECK(left.bots[1].games == 3);
  CHECK(left.bots[1].faults.total() == 0);
  CHECK(left.bots[2].games == 1);
  CHECK(left.bots[2].faults.total() == 2);
}

TEST_CASE("the sums of the largest block fit") {
  const int bots = kRatedBotsMax;
  BlockScores scores(bots, kRatedVariantsMax);
  for (int game = 0; game < kGamesMax; ++game) {
    const std::string first = std::to_string(bots - 2);
    const std::string second = std::to_string(bots - 1);
    std::string seats;
    for (int copies = 0; copies < 3; ++copies) seats += first + ":0 " + second + ":1!! ";
    scores.add(made_game(0, game, kGamesMax, seats, 1, kRatedVariantsMax - 1));
  }
  const BlockSum& block = *scores.complete().at(0);
  CHECK(block.variant == kRatedVariantsMax - 1);
  CHECK(block.games == kGamesMax);
  REQUIRE(block.pairs.size() == 1);
  CHECK(block.pairs[0].first == bots - 2);
  CHECK(block.pairs[0].second == bots - 1);
  CHECK(block.pairs[0].comparisons == 9 * kGamesMax);
  CHECK(block.pairs[0].halves == 18 * kGamesMax);
  CHECK(block.bots[1].games == kGamesMax);
  CHECK(block.bots[1].forfeits == 3 * kGamesMax);
}

TEST_CASE("the games of a block may have different bots") {
  BlockScores scores(6 * kGamesMax, 1);
  for (int game = 0; game < kGamesMax; ++game) {
    std::string seats;
    for (int seat = 0; seat < 6; ++seat) seats += std::to_string(6 * game + seat) + ":" + std::to_string(seat) + " ";
    scores.add(made_game(0, game, kGamesMax, seats));
  }
  CHECK(scores.complete().at(0)->bots.size() == 6 * kGamesMax);
  CHECK(scores.complete().at(0)->pairs.size() == 15 * kGamesMax);
}

TEST_CASE("sums stay where they are while more blocks come, however far apart their numbers") {
  BlockScores scores(2, 1);
  scores.add(made_game(0, 0, 1, "0:1 1:7"));
  const BlockSum* const block = scores.complete().at(0);
  for (int more = 1; more <= 5000; ++more) scores.add(made_game(more * 400'000, 0, 1, "0:1 1:2"));
  CHECK(scores.complete().at(0) == block);
  CHECK(scores.complete().size() == 5001);
  CHECK(block->pairs[0].margin == 6);
}

TEST_CASE("a block may be void before it has any game") {
  BlockScores scores(2, 1);
  scores.void_block("r", 3);
  CHECK(scores.left_out().void_blocks == 1);
  CHECK(scores.left_out().void_games == 0);
  CHECK_THROWS_AS(scores.void_block("r", -1), std::invalid_argument);
}

TEST_CASE("the same game twice is refused, in every state of its block") {
  BlockScores scores(2, 1);
  const RatedGame first = made_game(0, 0, 2, "0:1 1:2");
  scores.add(first);
  CHECK_THROWS_WITH(scores.add(first), "game 0 of block 0 of run 'r': it appears twice; give each run only once");
  scores.add(made_game(0, 1, 2, "0:1 1:2"));
  CHECK_THROWS_WITH(scores.add(first), ContainsSubstring("it appears twice; give each run only once"));
  scores.void_block("r", 0);
  CHECK_THROWS_WITH(scores.add(first), ContainsSubstring("it appears twice; give each run only once"));
  scores.add(of_run("s", first));
  CHECK(scores.left_out().incomplete_games == 1);
}

TEST_CASE("a game that does not fit its block is refused and changes nothing") {
  BlockScores scores(3, 2);
  scores.add(made_game(0, 0, 2, "0:1 1:2"));
  CHECK_THROWS_WITH(scores.add(made_game(0, 1, 3, "0:1 1:2")), ContainsSubstring("its block has 2 games"));
  CHECK_THROWS_WITH(scores.add(made_game(0, 1, 2, "0:1 1:2", 1, 1)), ContainsSubstring("its block is of variant 0"));
  CHECK_THROWS_WITH(scores.add(made_game(0, 1, 2, "0:1 1:2 2:3")), ContainsSubstring("its block has 2 seats"));
  CHECK(scores.left_out().incomplete_games == 1);
  scores.add(made_game(0, 1, 2, "0:1 1:2"));
  CHECK_THROWS_WITH(scores.add(made_game(0, 1, 3, "0:1 1:2")), ContainsSubstring("its block has 2 games"));
  CHECK(scores.complete().size() == 1);
}

TEST_CASE("numbers out of range are refused") {
  BlockScores scores(2, 1);
  const auto refused = [&](const std::string& why, auto change) {
    RatedGame game = made_game(0, 0, 2, "0:1 1:2");
    change(game);
    INFO(why);
    CHECK_THROWS_WITH(scores.add(game), ContainsSubstring(why));
  };
  refused("no bot 2", [](RatedGame& game) { game.seats[1].bot = 2; });
  refused("no bot -1", [](RatedGame& game) { game.seats[1].bot = -1; });
  refused("no variant 1", [](RatedGame& game) { game.variant = 1; });
  refused("no such game in a block of 2", [](RatedGame& game) { game.game = 2; });
  refused("no such game in a block of 0", [](RatedGame& game) { game.games_in_block = 0; });
  refused("blocks count from 0", [](RatedGame& game) { game.block = -1; });
  refused("more than 255 seats in all games", [](RatedGame& game) { game.games_in_block = 128; });
  refused("more than 255 seats in all games", [](RatedGame& game) { game.seats.resize(128); });
  refused("no hands", [](RatedGame& game) { game.hands = 0; });
  refused("no seats", [](RatedGame& game) { game.seats.clear(); });
  refused("places count from 1", [](RatedGame& game) { game.seats[0].place = 0; });
  CHECK(scores.left_out().incomplete_blocks == 0);
  CHECK_THROWS_AS(BlockScores(-1, 1), std::invalid_argument);
  CHECK_THROWS_AS(BlockScores(kRatedBotsMax + 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(BlockScores(1, kRatedVariantsMax + 1), std::invalid_argument);
}

}  // namespace block_scores_test
