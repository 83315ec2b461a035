#include "arena/results/ratings/order_effect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/duplicate_leagues.h"

namespace order_effect_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

constexpr int kDuck = 1;  // a bot of shuffle_recorded_league(): it takes 4.94 points a hand
constexpr int kLow = 2;   // 7.14 points a hand

std::vector<OrderEffect> test(const BlockScores& scores) { return test_order(scores.complete(), scores.bots()); }

std::vector<OrderEffect> test_drawn(const DuplicateLeague& league, unsigned seed) {
  std::mt19937_64 random(seed);
  return test(draw_league(league, random));
}

std::vector<OrderEffect> test_recorded(const DuplicateLeague& league, unsigned seed) {
  std::mt19937_64 random(seed);
  return test(shuffle_recorded_league(league, random));
}

/// In how many of 100 leagues the cheat is the first suspect, by which test, and what it gains on average.
struct Found {
  int trend = 0;
  int first_game = 0;
  int others = 0;   // honest bots that are suspects
  double gain = 0;  // in all games but the first
};

Found find_cheat(const DuplicateLeague& league) {
  Found found;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const std::vector<OrderEffect> effects = test_recorded(league, seed);
    found.gain += effects.at(static_cast<std::size_t>(2 * league.cheat) + 1).gain / 100;
    for (const OrderEffect& one : find_suspects(effects)) {
      int& count = one.bot != league.cheat             ? found.others
                   : one.test == OrderTest::first_game ? found.first_game
                                                       : found.trend;
      ++count;
    }
  }
  return found;
}

/// A bot's game against another, in which it scores this.
RatedGame game_with(int block, int games, int turn, int score) {
  return {"run", block, turn, games, 0, 1, {{0, 1, score, false, {}}, {1, 2, 0, false, {}}}, turn};
}

}  // namespace

TEST_CASE("of 300 leagues of honest bots at most 3 name a bot") {
  CHECK(count_suspicious(draw_league, {.bots = 8, .blocks = 20}, 300) <= 3);
  CHECK(count_suspicious(draw_league, {.bots = 20, .seats = 5, .blocks = 128}, 300) <= 3);
  CHECK(count_suspicious(shuffle_recorded_league, {.blocks = 10}, 300) <= 3);
  CHECK(count_suspicious(shuffle_recorded_league, {.blocks = 64}, 300) <= 3);
}

TEST_CASE("p-values of honest bots are spread evenly") {
  std::array<std::array<int, 10>, 2> tenths{};
  for (unsigned seed = 0; seed < 500; ++seed) {
    for (const OrderEffect& effect : test_drawn({.bots = 6, .blocks = 45}, seed)) {
      auto& counts = tenths[effect.test == OrderTest::trend ? 0 : 1];
      ++counts[std::min<std::size_t>(static_cast<std::size_t>(effect.p * 10), 9)];
    }
  }
  for (const auto& counts : tenths) {
    CHECK(std::accumulate(counts.begin(), counts.end(), 0) == 500 * 6);
    for (const int count : counts) CHECK(std::abs(count - 300) < 70);
  }
}

TEST_CASE("the p-value of the first game is close to that of all orders") {
  constexpr int kBlocks = 10;
  constexpr int kGames = 3;
  constexpr int kOrders = 59'049;  // 3^10 choices of the first games
  std::mt19937_64 random(5);
  int below_one_in_a_hundred = 0;
  for (int repetition = 0; repetition < 40; ++repetition) {
    BlockScores scores(2, 1);
    std::array<std::array<double, kGames>, kBlocks> terms{};  // what a block adds if this game is the first
    double seen = 0;
    for (int block = 0; block < kBlocks; ++block) {
      std::array<double, kGames> points{};
      const bool is_wild = random() % 3 == 0;  // one game is much worse, as if the bot took the queen
      for (double& one : points) one = static_cast<double>(random() % 4);
      points[0] += repetition / 10;  // first games that are worse give small p-values, too
      if (is_wild) points[random() % kGames] += 13;
      if (points[0] == points[1] && points[1] == points[2]) ++points[0];
      for (int turn = 0; turn < kGames; ++turn)
        scores.add(game_with(block, kGames, turn, static_cast<int>(points[static_cast<std::size_t>(turn)])));
      const double mean = std::accumulate(points.begin(), points.end(), 0.0) / kGames;
      double squares = 0;
      for (const double one : points) squares += (one - mean) * (one - mean) / kGames;
      auto& terms_of_block = terms[static_cast<std::size_t>(block)];
      for (std::size_t game = 0; game < kGames; ++game)
        terms_of_block[game] = (points[game] - mean) / std::sqrt(squares);
      seen += terms_of_block[0];
    }
    int above = 0;
    int as_great = 0;
    for (int order = 0; order < kOrders; ++order) {
      double sum = 0;
      for (int block = 0, rest = order; block < kBlocks; ++block, rest /= kGames)
        sum += terms[static_cast<std::size_t>(block)][static_cast<std::size_t>(rest % kGames)];
      above += sum > seen + 1e-9 ? 1 : 0;
      as_great += sum > seen - 1e-9 ? 1 : 0;
    }
    const double exact = (above + as_great) / 2.0 / kOrders;  // half of those that are equal
    const std::vector<OrderEffect> effects = test(scores);
    REQUIRE(effects.size() == 4);
    const double p = effects[1].p;
    CAPTURE(repetition, exact, p);
    CHECK(p > 0.75 * exact);
    CHECK(p < 1.25 * exact + 0.005);
    below_one_in_a_hundred += exact < 0.01 ? 1 : 0;
  }
  CHECK(below_one_in_a_hundred >= 5);
}

TEST_CASE("a bot that knows the deals after the first game of a block is named in 128 blocks") {
  // Its gain is 3.6 points a hand in these games.
  const std::vector<double> duck = {0, 0.73, 0.73, 0.73};
  const Found quiet = find_cheat({.blocks = 128, .knows = duck, .cheat = kDuck});
  CHECK(quiet.trend + quiet.first_game == 100);
  CHECK(quiet.first_game > quiet.trend);
  CHECK(quiet.others <= 1);
  CHECK(quiet.gain == Approx(3.6).margin(0.2));
  // This one gains as much, but more of its margin is luck.
  const Found wild = find_cheat({.blocks = 128, .knows = {0, 0.504, 0.504, 0.504}, .cheat = kLow});
  CHECK(wild.trend + wild.first_game >= 95);
  CHECK(wild.gain == Approx(3.6).margin(0.2));
}

TEST_CASE("a bot that knows the deals in the middle games of a block is named in 128 blocks") {
  // Its gain is 4.5 points a hand in these games, 2.24 on average over all of them.
  const Found quiet = find_cheat({.blocks = 128, .knows = {0, 0.907, 0.907, 0}, .cheat = kDuck});
  CHECK(quiet.first_game >= 95);
  CHECK(quiet.trend == 0);
  CHECK(quiet.others <= 1);
  CHECK(quiet.gain == Approx(2.0 / 3 * 4.48).margin(0.2));
  const Found wild = find_cheat({.blocks = 128, .knows = {0, 0.627, 0.627, 0}, .cheat = kLow});
  CHECK(wild.first_game >= 90);
}

TEST_CASE("a bot that knows more and more deals of a block is named in 32 blocks") {
  const Found found = find_cheat({.blocks = 32, .knows = {0, 0.4, 0.8, 1}, .cheat = kDuck});
  CHECK(found.trend + found.first_game >= 90);
  CHECK(found.trend > found.first_game);
}

TEST_CASE("while a run is played, a suspect's p-value holds at all looks together") {
  std::mt19937_64 random(1);
  const BlockScores scores =
      shuffle_recorded_league({.blocks = 128, .knows = {0, 0.73, 0.73, 0.73}, .cheat = kDuck}, random);
  const Field field{{"a", "b", "c", "d"}, {"variant"}, {}};
  const std::vector<OrderEffect> once = rate(scores, field).suspects;
  REQUIRE(once.size() == 1);
  for (const Looks& looks : {Looks{Looks::Kind::planned, 0.5}, Looks{Looks::Kind::open}}) {
    const std::vector<OrderEffect> watched = rate(scores, field, looks).suspects;
    REQUIRE(watched.size() == 1);
    CHECK(watched[0].p == once[0].p);
    CHECK(watched[0].p_holm > 3 * once[0].p_holm);
  }
}

TEST_CASE("the gain of the trend is points a hand from each game to the next") {
  BlockScores scores(2, 1);
  for (int block = 0; block < 20; ++block) {
    // The margin is half the difference, since there are two at the table.
    for (int turn = 0; turn < 3; ++turn) scores.add(game_with(block, 3, turn, 20 - 4 * turn + block % 2));
  }
  const std::vector<OrderEffect> effects = test(scores);
  REQUIRE(effects.size() == 4);
  CHECK(effects[0].test == OrderTest::trend);
  CHECK(effects[0].gain == Approx(2).margin(1e-6));
  CHECK(effects[1].test == OrderTest::first_game);
  CHECK(effects[1].gain == Approx(3).margin(1e-6));
  const std::vector<OrderEffect> suspects = find_suspects(effects);
  REQUIRE(suspects.size() == 1);
  CHECK(suspects[0].bot == 0);
  CHECK(effects[2].gain == Approx(-2).margin(1e-6));
}

TEST_CASE("a bot of few blocks, and games whose turns are not known, are not tested") {
  CHECK(test_drawn({.blocks = kOrderBlocksMin}, 1).size() == 8);
  CHECK(test_drawn({.blocks = kOrderBlocksMin - 1}, 1).empty());
  BlockScores scores(2, 1);
  for (int block = 0; block < 20; ++block) {
    for (int game = 0; game < 2; ++game)
      scores.add({"run", block, game, 2, 0, 1, {{0, 1, game, false, {}}, {1, 2, 5, false, {}}}, -1});
  }
  CHECK(test(scores).empty());
}

TEST_CASE("blocks of one game and blocks whose games are all alike are not tested") {
  BlockScores scores(2, 1);
  for (int block = 0; block < 40; ++block) {
    const int games = block % 2 == 0 ? 1 : 3;
    for (int turn = 0; turn < games; ++turn) scores.add(game_with(block, games, turn, 7));
  }
  CHECK(test(scores).empty());
}

TEST_CASE("a bot that both tests find is a suspect once, by the clearer test") {
  const auto effect = [](int bot, OrderTest of, double p) { return OrderEffect{bot, of, 20, 1, p, p}; };
  const std::vector<OrderEffect> suspects =
      find_suspects({effect(0, OrderTest::trend, 0.003), effect(0, OrderTest::first_game, 0.001),
                     effect(1, OrderTest::trend, 0.02), effect(1, OrderTest::first_game, 0.03),
                     effect(2, OrderTest::trend, 0.0001), effect(2, OrderTest::first_game, 0.002)});
  REQUIRE(suspects.size() == 2);
  CHECK(suspects[0].bot == 2);
  CHECK(suspects[0].test == OrderTest::trend);
  CHECK(suspects[1].bot == 0);
  CHECK(suspects[1].test == OrderTest::first_game);
}

TEST_CASE("a bot that does no better after the first games is no suspect, however its margins rise") {
  const auto trend = [](double gain_after_first, double p_after_first) {
    return find_suspects(
        {{0, OrderTest::trend, 20, 1, 1e-9, 1e-9}, {0, OrderTest::first_game, 20, gain_after_first, p_after_first, 1}});
  };
  CHECK(trend(1, 0.09).size() == 1);
  CHECK(trend(1, 0.11).empty());
  CHECK(trend(-1, 0.09).empty());
  // A cheat in the second games takes from the others there.
  CHECK(find_cheat({.blocks = 1000, .knows = {0, 0.627, 0, 0}, .cheat = kLow}).others <= 2);
}

TEST_CASE("the sums of a block are those of the margins in the order of turns") {
  BlockScores scores(2, 1);
  // Margins of bot 0: 2.5, 0.5 in the order of turns.
  scores.add({"run", 0, 0, 2, 0, 1, {{0, 2, 4, false, {}}, {1, 1, 5, false, {}}}, 1});
  scores.add({"run", 0, 1, 2, 0, 1, {{1, 2, 5, false, {}}, {0, 1, 0, false, {}}}, 0});
  // Margins of bot 0: 0, -3, -9.
  for (const int turn : {2, 0, 1})
    scores.add(game_with(1, 3, turn, std::array{0, 6, 18}[static_cast<std::size_t>(turn)]));
  const BlockList blocks = scores.complete();
  REQUIRE(blocks.size() == 2);
  const BotGames& two = blocks[0]->bots[0];
  CHECK(two.trend == -1);  // 2.5 * -1/2 + 0.5 * 1/2
  CHECK(two.after == -1);
  CHECK(two.squares == 2);
  CHECK(two.cubes == 0);
  CHECK(blocks[0]->bots[1].trend == 1);
  CHECK(blocks[0]->bots[1].after == 1);
  const BotGames& three = blocks[1]->bots[0];
  CHECK(three.trend == -9);
  CHECK(three.after == -4);
  CHECK(three.squares == 16 + 1 + 25);
  CHECK(three.cubes == 64 + 1 - 125);
}

TEST_CASE("a bot with two seats has the mean of both as its margin") {
  BlockScores scores(2, 1);
  for (int turn = 0; turn < 2; ++turn) {
    RatedGame game{"run", 0, turn, 2, 0, 2, {}, turn};
    // In two hands: bot 0 takes 4 and 8, bot 1 takes 12 and 16 in the first game; all take 10 in the second.
    for (int seat = 0; seat < 4; ++seat)
      game.seats.push_back({seat % 2, 1, turn == 0 ? (seat % 2) * 8 + 4 + seat / 2 * 4 : 10, false, {}});
    scores.add(game);
  }
  const BlockList blocks = scores.complete();
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0]->bots[0].trend == -1);  // margins 2 and 0
  CHECK(blocks[0]->bots[1].trend == 1);
}

}  // namespace order_effect_test
