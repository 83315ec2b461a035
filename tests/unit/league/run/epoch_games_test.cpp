#include "arena/league/run/epoch_games.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "arena/base/seeds/run_key.h"
#include "arena/league/run/game_queue.h"
#include "arena/records/manifest_schedule.h"
#include "engine/random.h"
#include "engine/seat.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace epoch_games_test {

using namespace arena;
using namespace arena::test;
using hearts::at;

namespace {

const RunKey kKey = RunKey::from_seed("epochs");
const std::string kFour = "black-lady@4";
const std::string kThree = "black-lady@3";

EpochGames games_of(const std::vector<Circle>& circles) {
  std::vector<QueuedGame> games;
  for (const Circle& circle : circles) games.push_back({{static_cast<int>(games.size()), 0, circle, 0}, 0});
  return EpochGames(std::move(games));
}

/// The blocks of the games in the order in which they are returned while these processes are idle.
std::vector<int> order_of(EpochGames games, const std::vector<int>& idle) {
  std::vector<int> blocks;
  while (const auto game = games.next(idle)) blocks.push_back(game->block.number);
  return blocks;
}

int first_of(const std::vector<Circle>& circles, const std::vector<int>& idle) {
  return order_of(games_of(circles), idle).at(0);
}

struct Starts {
  int counted = 0;
  int least = 0;
  double ratio() const { return static_cast<double>(counted) / least; }
};

/// Plays the epochs of a queue at tables whose games take random times: 70 to 130, or as much as `time_max` says.
Starts starts_of(GameQueue& queue, int tables, std::uint32_t time_max = 130) {
  hearts::Random random({1, 2, 3, 4});
  Starts starts;
  while (queue.next_epoch()) {
    starts.least += least_starts(queue.games_left(), tables);
    std::vector<int> idle;
    std::multimap<std::uint64_t, std::vector<int>> playing;  // the bots at each table, by when its game ends
    std::uint64_t now = 0;
    while (true) {
      if (std::ssize(playing) == tables) {
        now = playing.begin()->first;
        for (const int bot : playing.begin()->second) ++idle[at(bot)];
        playing.erase(playing.begin());
      }
      const auto game = queue.next(idle);
      if (!game) break;
      for (const int bot : game->block.circle) {
        if (at(bot) >= idle.size()) idle.resize(at(bot) + 1, 0);
        if (idle[at(bot)] > 0) {
          --idle[at(bot)];
        } else {
          ++starts.counted;
        }
      }
      playing.emplace(now + 70 + random.below(time_max - 69), game->block.circle);
    }
  }
  return starts;
}

Starts starts_of(const Manifest& manifest, int tables, std::uint32_t time_max = 130) {
  GameQueue queue(manifest, kKey, {}, {}, {}, {}, {}, blocks_of_chunk(manifest, tables));
  return starts_of(queue, tables, time_max);
}

/// The place of each block in each epoch of a run that is one chunk.
std::vector<std::vector<int>> places_of(const Manifest& manifest, const RunKey& key, int tables) {
  GameQueue queue(manifest, key, {}, {}, {}, {}, {}, manifest.blocks);
  std::vector<std::vector<int>> places;
  while (queue.next_epoch()) {
    places.emplace_back(manifest.blocks, 0);
    // As if all tables began and ended their games together.
    std::vector<int> idle(manifest.bots.size(), 0);
    int place = 0;
    for (bool is_over = false; !is_over;) {
      std::vector<int> playing;
      for (int table = 0; table < tables && !is_over; ++table) {
        const auto game = queue.next(idle);
        is_over = !game;
        if (!game) break;
        places.back()[at(game->block.number)] = place++;
        for (const int bot : game->block.circle) {
          idle[at(bot)] = std::max(idle[at(bot)] - 1, 0);
          playing.push_back(bot);
        }
      }
      for (const int bot : playing) ++idle[at(bot)];
    }
  }
  return places;
}

}  // namespace

TEST_CASE("a game whose bots are idle comes before one that needs starts") {
  CHECK(first_of({{0, 1, 2, 3}, {4, 5, 6, 7}}, {0, 0, 0, 0, 1, 1, 1, 1}) == 1);
  CHECK(first_of({{0, 1, 2, 3}, {4, 5, 6, 7}}, {0, 1, 1, 1, 1, 0, 0, 0}) == 0);
  // A bot that sits three times needs three processes.
  CHECK(first_of({{0, 0, 0}, {1, 1, 1}}, {2, 3}) == 1);
  CHECK(first_of({{0, 0, 0}, {1, 1, 1}}, {3, 3}) == 0);
  // What counts is the average of the seats.
  CHECK(first_of({{0, 1, 2, 3}, {4, 5, 6}}, {1, 1, 0, 0, 1, 0, 0}) == 0);
  CHECK(first_of({{0, 1, 2, 3}, {4, 5, 6}}, {1, 0, 0, 0, 1, 0, 0}) == 1);
}

TEST_CASE("games that are equally good are played in the given order") {
  CHECK(order_of(games_of({{0, 1}, {2, 3}, {4, 5}}), {}) == std::vector{0, 1, 2});
  CHECK(order_of(games_of({{0, 1}, {1, 0}, {0, 1}}), {7, 7}) == std::vector{0, 1, 2});
  CHECK(first_of({{0, 1}, {2, 3}}, {}) == 0);
  CHECK_FALSE(games_of({}).next({}));
}

TEST_CASE("bots that are behind play first") {
  // After a game of the first two bots, the others are behind.
  CHECK(order_of(games_of({{0, 1}, {0, 1}, {2, 3}, {2, 3}}), {1, 1, 1, 1}) == std::vector{0, 2, 1, 3});
  // A bot with more games than others is not behind because of that.
  CHECK(first_of({{0, 1}, {2, 3}, {2, 3}, {2, 3}}, {1, 1, 1, 1}) == 0);
}

TEST_CASE("the fewest starts are those of all tables, and of each bot") {
  const auto least = [](const std::vector<Circle>& circles, int tables, int started = 0) {
    return least_starts(games_of(circles).left(), tables, started);
  };
  CHECK(least({{0, 1, 2, 3}, {4, 5, 6, 7}}, 1) == 8);
  CHECK(least({{0, 1, 2, 3}, {0, 1, 2, 3}}, 1) == 4);
  CHECK(least({{0, 1, 2, 3}, {0, 1, 2, 3}}, 2) == 8);
  CHECK(least({{0, 1, 2, 3}, {0, 1, 2, 3}}, 9) == 8);
  CHECK(least({{0, 1, 0, 1}, {0, 0, 0, 1}}, 1) == 3 + 2);
  // Perhaps the three small tables play together, and nothing else does.
  CHECK(least({{0, 1}, {0, 1}, {0, 1}, {0, 1, 2, 3}}, 3) == 6);
  CHECK(least({{0, 1}}, 1, 5) == 5);
  CHECK(least({{0, 6}}, 1, 5) == 6);
  CHECK(least({}, 4, 3) == 3);
}

TEST_CASE("a bot's process plays as many games as its tables allow") {
  const auto ratio = [](int bots, int tables, int blocks, std::uint32_t time_max) {
    return starts_of(made_league({kFour}, kKey, bots, blocks), tables, time_max).ratio();
  };
  // Games of nearly equal length, then ones of which some take four times as long as others.
  for (const std::uint32_t time_max : {72U, 280U}) {
    INFO("games last 70 to " << time_max);
    CHECK(ratio(8, 1, 160, time_max) == 1);
    CHECK(ratio(64, 1, 256, time_max) == 1);
    CHECK(ratio(8, 16, 512, time_max) < 1.2);
    CHECK(ratio(64, 4, 512, time_max) < 1.1);
    CHECK(ratio(64, 8, 512, time_max) < 1.2);
    CHECK(ratio(400, 50, 800, time_max) < 1.25);
    CHECK(ratio(100, 16, 512, time_max) < 1.5);
    // All bots sit at tables all the time.
    CHECK(ratio(64, 16, 512, time_max) < 2.3);
    CHECK(ratio(400, 100, 1600, time_max) < 2.3);
  }
}

TEST_CASE("few processes are started in leagues of every kind") {
  Manifest manifest = made_league({kFour, kThree}, kKey, 24, 192);
  manifest.variants[1].weight = 2;
  const auto check_few = [](const Manifest& league, double most = 1.25) {
    CHECK(starts_of(league, 1).ratio() == 1);
    CHECK(starts_of(league, 3).ratio() < most);
  };
  SECTION("two variants of different weight and table size") { check_few(manifest); }
  SECTION("bots of one author never meet") {
    manifest.one_author_a_table = true;
    for (int bot = 0; bot < 24; ++bot) manifest.bots[at(bot)].author = std::string(1, static_cast<char>('A' + bot / 3));
    check_few(manifest);
  }
  SECTION("a challenger at each table is at all of them") {
    manifest.challengers = 1;
    check_few(manifest);
  }
  SECTION("each set of bots plays once") {
    manifest = made_league({kFour}, kKey, 9, 126);
    manifest.every_set = true;
    check_few(manifest, 1.6);  // with twelve seats and nine bots
  }
  SECTION("bots sit more than once at a table") { check_few(made_league({kFour}, kKey, 3, 64), 1.5); }
  SECTION("shards") {
    GameQueue queue(manifest, kKey, {}, {}, {}, {}, {1, 3});
    CHECK(starts_of(queue, 3).ratio() < 1.25);
  }
}

TEST_CASE("the order that the key draws is the same whoever asks for the games") {
  const Manifest manifest = made_league({kFour, kThree}, kKey, 12, 64);
  GameQueue one(manifest, kKey, {}, {});
  GameQueue other(manifest, kKey, {}, {});
  const auto order_drawn = [](const GameQueue& queue) {
    std::vector<std::pair<int, int>> games;
    for (const QueuedGame& game : queue.games_left()) games.emplace_back(game.block.number, game.game);
    return games;
  };
  std::set<std::vector<std::pair<int, int>>> orders;
  while (one.next_epoch()) {
    REQUIRE(other.next_epoch());
    CHECK(order_drawn(one) == order_drawn(other));
    orders.insert(order_drawn(one));
    while (one.next({})) continue;
    while (other.next(std::vector<int>(12, 1))) continue;
  }
  CHECK(orders.size() == 4);
}

TEST_CASE("the place of a block in one epoch does not tell its place in the next") {
  constexpr int kBlocks = 48;
  constexpr int kKeys = 600;
  const Manifest manifest = made_league({kFour}, kKey, 8, kBlocks);
  const std::vector<Block> blocks = schedule(schedule_rules(manifest), kBlocks);
  for (const int tables : {1, 2, 16}) {
    INFO(tables << " tables");
    double products = 0;
    double squares = 0;
    int same_first = 0;
    for (int number = 0; number < kKeys; ++number) {
      const auto places = places_of(manifest, RunKey::from_seed(std::to_string(number)), tables);
      REQUIRE(places.size() == 4);
      for (int block = 0; block < kBlocks; ++block) {
        const double middle = (kBlocks - 1) / 2.0;
        const double before = places[0][at(block)] - middle;
        products += before * (places[1][at(block)] - middle);
        squares += before * before;
      }
      // The first game of bot 0 in each epoch.
      const auto first = [&](int epoch) {
        int found = -1;
        for (int block = 0; block < kBlocks; ++block) {
          if (std::ranges::count(blocks[at(block)].circle, 0) == 0) continue;
          if (found < 0 || places[at(epoch)][at(block)] < places[at(epoch)][at(found)]) found = block;
        }
        return found;
      };
      same_first += first(0) == first(1) ? 1 : 0;
    }
    // Independent places have a correlation of 0, with a standard error of 1 in the root of the number of places.
    CHECK(std::abs(products / squares) < 0.03);
    // It has 24 games, so 25 of 600 first ones are equal. Three times the standard deviation of this is 15.
    CHECK(same_first < 45);
  }
}

}  // namespace epoch_games_test
