#include "arena/tournament/game_queue.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace game_queue_test {

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("queue");

using Game = std::pair<int, int>;  // block, game

Manifest league(int blocks = 6) { return made_league({"black-lady@4", "black-lady@3"}, kKey, 6, blocks); }

std::vector<QueuedGame> rest_of(GameQueue& queue) {
  std::vector<QueuedGame> games;
  while (auto game = queue.next()) games.push_back(*game);
  return games;
}

std::vector<Game> numbers_of(const std::vector<QueuedGame>& games) {
  std::vector<Game> numbers;
  for (const QueuedGame& game : games) numbers.emplace_back(game.block.number, game.game);
  return numbers;
}

/// What a queue gives out with nothing recorded, nothing void and one taker.
std::vector<Game> planned(const Manifest& manifest) {
  std::vector<Game> games;
  for (int number = 0; number < manifest.blocks; ++number) {
    const Block block = made_block(manifest, number);
    const std::string& variant = manifest.variants[static_cast<std::size_t>(block.variant)].id;
    for (const int game : kKey.block_seed(variant, number).game_order(games_of_block(block.circle))) {
      games.emplace_back(number, game);
    }
  }
  return games;
}

/// The games of a block that is played again, in order.
std::vector<Game> again(const Manifest& manifest, int block, int number) {
  const Block old = made_block(manifest, block);
  const std::string& variant = manifest.variants[static_cast<std::size_t>(old.variant)].id;
  std::vector<Game> games;
  for (const int game : kKey.block_seed(variant, number).game_order(games_of_block(old.circle))) {
    games.emplace_back(number, game);
  }
  return games;
}

std::vector<Game> operator+(std::vector<Game> a, const std::vector<Game>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<Game> without(std::vector<Game> games, int block) {
  std::erase_if(games, [&](const Game& game) { return game.first == block; });
  return games;
}

}  // namespace

TEST_CASE("the games of the schedule come block after block, those of a block in the order its seed draws") {
  const Manifest manifest = league();
  GameQueue queue(manifest, kKey, {}, {});
  const std::vector<QueuedGame> games = rest_of(queue);
  CHECK(static_cast<int>(games.size()) == manifest.games);
  CHECK(numbers_of(games) == planned(manifest));
  for (const QueuedGame& game : games) CHECK(game.block == made_block(manifest, game.block.number));
  CHECK_FALSE(queue.next());
  // Some block does not begin with its first rotation: the order is drawn.
  CHECK(std::any_of(games.begin(), games.end(), [&](const QueuedGame& game) {
    return game.game != 0 && (&game == &games[0] || (&game)[-1].block.number != game.block.number);
  }));
}

TEST_CASE("another key draws other orders of the same games") {
  const Manifest manifest = league();
  const RunKey other = RunKey::from_seed("other");
  GameQueue queue(manifest, other, {}, {});
  std::vector<Game> games = numbers_of(rest_of(queue));
  std::vector<Game> ours = planned(manifest);
  CHECK(games != ours);
  std::sort(games.begin(), games.end());
  std::sort(ours.begin(), ours.end());
  CHECK(games == ours);
}

TEST_CASE("recorded games are not given out again") {
  const Manifest manifest = league();
  RecordedGames recorded;
  const std::set<Game> there = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {2, 1}, {2, 3}, {5, 0}};
  for (const auto& [block, game] : there) recorded.add(block, game);
  std::vector<Game> expected = planned(manifest);
  std::erase_if(expected, [&](const Game& game) { return there.contains(game); });
  GameQueue queue(manifest, kKey, recorded, {});
  CHECK(numbers_of(rest_of(queue)) == expected);
}

TEST_CASE("several threads together get every game once") {
  const Manifest manifest = league(60);
  GameQueue queue(manifest, kKey, {}, {});
  std::vector<std::vector<QueuedGame>> taken(4);
  {
    std::vector<std::jthread> threads;
    for (auto& list : taken) {
      threads.emplace_back([&] { list = rest_of(queue); });
    }
  }
  std::vector<Game> all;
  for (const auto& list : taken) all = all + numbers_of(list);
  std::sort(all.begin(), all.end());
  std::vector<Game> expected = planned(manifest);
  std::sort(expected.begin(), expected.end());
  CHECK(all == expected);
}

TEST_CASE("a block that becomes void is left at once and played again at the end") {
  const Manifest manifest = league();
  GameQueue queue(manifest, kKey, {}, {});
  std::vector<Game> taken;
  std::optional<QueuedGame> game;
  do {
    game = queue.next();
    REQUIRE(game);
    taken.emplace_back(game->block.number, game->game);
  } while (game->block.number < 2);
  queue.play_again(game->block, 6);
  const std::vector<QueuedGame> rest = rest_of(queue);
  std::vector<Game> expected = planned(manifest);
  std::erase_if(expected, [&](const Game& one) { return one.first <= 2; });
  CHECK(numbers_of(rest) == expected + again(manifest, 2, 6));
  for (const QueuedGame& one : rest) {
    if (one.block.number != 6) continue;
    CHECK(one.block.circle == made_block(manifest, 2).circle);
    CHECK(one.block.variant == made_block(manifest, 2).variant);
  }
}

TEST_CASE("a block that becomes void after its last game was given out is played again, too") {
  const Manifest manifest = league(2);
  GameQueue queue(manifest, kKey, {}, {});
  CHECK(rest_of(queue).size() == 7);
  queue.play_again(made_block(manifest, 0), 2);
  CHECK(numbers_of(rest_of(queue)) == again(manifest, 0, 2));
  CHECK_FALSE(queue.next());
}

TEST_CASE("a block that is played again may become void, too") {
  const Manifest manifest = league(2);
  GameQueue queue(manifest, kKey, {}, {});
  const std::optional<QueuedGame> first = queue.next();
  REQUIRE(first);
  queue.play_again(first->block, 2);
  std::vector<QueuedGame> games;
  do {
    games.push_back(queue.next().value());
  } while (games.back().block.number != 2);
  queue.play_again(games.back().block, 3);
  games.pop_back();
  CHECK(numbers_of(games) == without(planned(manifest), 0));
  const std::vector<QueuedGame> rest = rest_of(queue);
  CHECK(numbers_of(rest) == again(manifest, 0, 3));
  CHECK(rest.front().block.circle == first->block.circle);
}

TEST_CASE("a run that goes on leaves void blocks out and plays their replacements at the end") {
  const Manifest manifest = league(3);
  const std::vector<VoidBlock> voids = {{1, 3, 0, Fault::sandbox, ""}, {0, 4, 2, Fault::sandbox, ""}};
  GameQueue queue(manifest, kKey, {}, voids);
  const std::vector<Game> games = numbers_of(rest_of(queue));
  CHECK(games == without(without(planned(manifest), 0), 1) + again(manifest, 0, 4) + again(manifest, 1, 3));
}

TEST_CASE("a run that goes on after a replacement became void plays the replacement's one") {
  const Manifest manifest = league(3);
  const std::vector<VoidBlock> voids = {
      {1, 3, 0, Fault::sandbox, ""}, {3, 4, 0, Fault::sandbox, ""}, {2, 5, 0, Fault::sandbox, ""}};
  RecordedGames recorded;
  recorded.add(1, 0);  // of the void block: does not count
  recorded.add(4, 2);
  recorded.add(5, 0);
  GameQueue queue(manifest, kKey, recorded, voids);
  std::vector<Game> expected =
      without(without(planned(manifest), 1), 2) + again(manifest, 2, 5) + again(manifest, 1, 4);
  std::erase_if(expected, [](const Game& game) { return game == Game{4, 2} || game == Game{5, 0}; });
  CHECK(numbers_of(rest_of(queue)) == expected);
}

TEST_CASE("a run that is complete has no game left") {
  const Manifest manifest = league(3);
  RecordedGames recorded;
  for (const auto& [block, game] : planned(manifest)) recorded.add(block, game);
  GameQueue queue(manifest, kKey, recorded, {});
  CHECK_FALSE(queue.next());
  CHECK_FALSE(queue.next());
}

TEST_CASE("of a block only the games that are wanted are given out") {
  const Manifest manifest = league();
  GameQueue queue(manifest, kKey, {}, {},
                  [](const QueuedGame& queued) { return queued.game == queued.block.number % 3; });
  const std::vector<Game> games = numbers_of(rest_of(queue));
  std::vector<Game> expected;
  for (int block = 0; block < 6; ++block) expected.emplace_back(block, block % 3);
  CHECK(games == expected);
}

}  // namespace game_queue_test
