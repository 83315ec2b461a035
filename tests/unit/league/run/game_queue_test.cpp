#include "arena/league/run/game_queue.h"

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

/// The games that are left of the epoch, by block.
std::vector<QueuedGame> rest_of_epoch(GameQueue& queue) {
  std::vector<QueuedGame> games;
  while (auto game = queue.next({})) games.push_back(*game);
  std::ranges::sort(games, {}, [](const QueuedGame& one) { return one.block.number; });
  return games;
}

/// What is left of this epoch, and all that come.
std::vector<QueuedGame> rest_of(GameQueue& queue) {
  std::vector<QueuedGame> games = rest_of_epoch(queue);
  while (queue.next_epoch()) {
    for (const QueuedGame& game : rest_of_epoch(queue)) games.push_back(game);
  }
  return games;
}

std::vector<Game> numbers_of(const std::vector<QueuedGame>& games) {
  std::vector<Game> numbers;
  for (const QueuedGame& game : games) numbers.emplace_back(game.block.number, game.game);
  return numbers;
}

BlockSeed seed_of(const Manifest& manifest, const Block& block) {
  return kKey.block_seed(manifest.variants[static_cast<std::size_t>(block.variant)].id, block.number);
}

/// What a queue gives out with nothing recorded and nothing void: the epochs of these blocks, which are one chunk, and
/// in each epoch the games by block.
std::vector<Game> planned(const Manifest& manifest, std::vector<Block> blocks) {
  std::ranges::sort(blocks, {}, &Block::number);
  std::vector<Game> games;
  for (int epoch = 0; epoch < hearts::kSeatsMax; ++epoch) {
    for (const Block& block : blocks) {
      const std::vector<int> order = seed_of(manifest, block).game_order(games_of_block(block.circle));
      if (epoch < static_cast<int>(order.size()))
        games.emplace_back(block.number, order[static_cast<std::size_t>(epoch)]);
    }
  }
  return games;
}

std::vector<Block> blocks_of(const Manifest& manifest) {
  std::vector<Block> blocks;
  for (int number = 0; number < manifest.blocks; ++number) blocks.push_back(made_block(manifest, number));
  return blocks;
}

std::vector<Game> planned(const Manifest& manifest) { return planned(manifest, blocks_of(manifest)); }

/// The games of a block that is played again as a chunk of its own, in order.
std::vector<Game> again(const Manifest& manifest, int block, int number) {
  Block replacement = made_block(manifest, block);
  replacement.number = number;
  return planned(manifest, {replacement});
}

std::vector<Game> sorted(std::vector<Game> games) {
  std::sort(games.begin(), games.end());
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

TEST_CASE("every game comes once, and in an epoch no block has two") {
  constexpr int kHalf = kChunkBlocks * 4 / 5;
  const Manifest manifest = league(2 * kHalf);
  GameQueue queue(manifest, kKey, {}, {});
  CHECK_FALSE(queue.next({}));  // before the first epoch
  std::vector<Game> all;
  int epochs = 0;
  int last_of_chunk = 0;
  while (queue.next_epoch()) {
    const std::vector<QueuedGame> games = rest_of_epoch(queue);
    REQUIRE_FALSE(games.empty());
    std::set<int> blocks;
    for (const QueuedGame& game : games) {
      CHECK(blocks.insert(game.block.number).second);
      CHECK(game.block == made_block(manifest, game.block.number));
    }
    const bool first_chunk = *blocks.rbegin() < kHalf;
    const bool second_chunk = *blocks.begin() >= kHalf;
    CHECK(first_chunk != second_chunk);
    CHECK(*blocks.rbegin() >= last_of_chunk);
    last_of_chunk = *blocks.begin();
    all = all + numbers_of(games);
    ++epochs;
  }
  CHECK(epochs == 8);
  CHECK(static_cast<int>(all.size()) == manifest.games);
  std::vector<Game> every;
  for (const Block& block : blocks_of(manifest)) {
    for (int game = 0; game < games_of_block(block.circle); ++game) every.emplace_back(block.number, game);
  }
  CHECK(sorted(all) == every);
  CHECK_FALSE(queue.next({}));
  CHECK_FALSE(queue.next_epoch());
}

TEST_CASE("the games of an epoch and their order are drawn by the key") {
  const Manifest manifest = league();
  const std::vector<Block> blocks = blocks_of(manifest);
  GameQueue queue(manifest, kKey, {}, {});
  std::vector<Game> all;
  for (int epoch = 0; queue.next_epoch(); ++epoch) {
    std::vector<int> with_game;
    for (const Block& block : blocks) {
      if (epoch < games_of_block(block.circle)) with_game.push_back(block.number);
    }
    std::vector<int> places;
    for (const int place : seed_of(manifest, blocks[0]).epoch_order(epoch, static_cast<int>(with_game.size())))
      places.push_back(with_game[static_cast<std::size_t>(place)]);
    std::vector<int> drawn;
    for (const QueuedGame& game : queue.games_left()) drawn.push_back(game.block.number);
    CHECK(drawn == places);
    all = all + numbers_of(rest_of_epoch(queue));
  }
  CHECK(all == planned(manifest));
  CHECK(std::ranges::any_of(all, [&](const Game& game) { return game.second != all.front().second; }));
}

TEST_CASE("if each game has its own deals, a chunk is one epoch, but not if the deals are from a file") {
  Manifest manifest = league();
  manifest.duplicate_deals = false;
  const auto epochs_of = [&] {
    GameQueue queue(manifest, kKey, {}, {});
    std::vector<std::vector<QueuedGame>> epochs;
    while (queue.next_epoch()) {
      epochs.push_back(queue.games_left());
      rest_of_epoch(queue);
    }
    return epochs;
  };
  const auto epochs = epochs_of();
  REQUIRE(epochs.size() == 1);
  const std::vector<Game> drawn = numbers_of(epochs.front());
  CHECK(static_cast<int>(drawn.size()) == manifest.games);
  CHECK(sorted(drawn) == sorted(planned(manifest)));
  // The order of all games is random, not that of the blocks.
  CHECK(drawn != sorted(drawn));
  CHECK(drawn != planned(manifest));
  manifest.given_deals = 3;
  CHECK(epochs_of().size() == 4);
}

TEST_CASE("a chunk is over before the next begins, and none is short") {
  const Manifest manifest = league(5);
  GameQueue queue(manifest, kKey, {}, {}, {}, {}, {}, 2);
  const std::vector<Block> blocks = blocks_of(manifest);
  CHECK(numbers_of(rest_of(queue)) == planned(manifest, {blocks[0]}) + planned(manifest, {blocks[1], blocks[2]}) +
                                          planned(manifest, {blocks[3], blocks[4]}));
}

TEST_CASE("a shard plays its own blocks, in chunks of the usual length, and all shards play the run") {
  constexpr int kShards = 3;
  const Manifest manifest = league(14);
  const std::vector<Block> blocks = blocks_of(manifest);
  std::vector<Game> all;
  for (int index = 0; index < kShards; ++index) {
    INFO(index);
    GameQueue queue(manifest, kKey, {}, {}, {}, {}, {index, kShards}, 2);
    const std::vector<Game> games = numbers_of(rest_of(queue));
    std::vector<Block> own;
    for (const Block& block : blocks) {
      if (block.number % kShards == index) own.push_back(block);
    }
    std::vector<Game> expected;
    int begun = 0;
    for (const int end : chunk_ends(static_cast<int>(own.size()), 2)) {
      expected = expected + planned(manifest, {own.begin() + begun, own.begin() + end});
      begun = end;
    }
    CHECK(games == expected);
    all = all + games;
  }
  CHECK(sorted(all) == sorted(planned(manifest)));
}

TEST_CASE("a shard plays again what was void under numbers of its own") {
  const Manifest manifest = league(5);
  GameQueue queue(manifest, kKey, {}, {}, {}, {}, {1, 3});
  REQUIRE(queue.next_epoch());
  const auto game = queue.next({});
  REQUIRE(game);
  const int number = Shard{1, 3}.block_again(5, 0);
  CHECK(number == 7);
  queue.play_again(game->block, number);
  const std::vector<Game> rest = numbers_of(rest_of(queue));
  CHECK(std::ranges::none_of(rest, [&](const Game& one) { return one.first == game->block.number; }));
  CHECK(std::ranges::count(rest, number, &Game::first) == games_of_block(game->block.circle));
}

TEST_CASE("chunks end where they are said to") {
  CHECK(chunk_ends(1) == std::vector<int>{1});
  CHECK(chunk_ends(95) == std::vector<int>{95});
  CHECK(chunk_ends(96) == std::vector<int>{48, 96});
  CHECK(chunk_ends(5, 2) == std::vector<int>{1, 3, 5});
}

TEST_CASE("a run that is decided at the end of a chunk has no more games") {
  const Manifest manifest = league(5);
  const std::vector<Block> blocks = blocks_of(manifest);
  std::vector<int> asked;
  const auto is_decided = [&](int block) {
    asked.push_back(block);
    return block >= 3;
  };
  GameQueue queue(manifest, kKey, {}, {}, {}, is_decided, {}, 2);
  CHECK(numbers_of(rest_of(queue)) == planned(manifest, {blocks[0]}) + planned(manifest, {blocks[1], blocks[2]}));
  CHECK(asked.front() == 1);
  CHECK(asked.at(1) == 3);
  // A resumed run asks about the chunks that it has already.
  RecordedGames recorded;
  for (int game = 0; game < games_of_block(blocks[0].circle); ++game) recorded.add(0, game);
  asked.clear();
  GameQueue again(manifest, kKey, recorded, {}, {}, is_decided, {}, 2);
  CHECK(numbers_of(rest_of(again)) == planned(manifest, {blocks[1], blocks[2]}));
  CHECK(asked.front() == 1);
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
  REQUIRE(queue.next_epoch());
  std::vector<std::vector<QueuedGame>> taken(4);
  {
    std::vector<std::jthread> threads;
    for (auto& list : taken) {
      threads.emplace_back([&] { list = rest_of_epoch(queue); });
    }
  }
  std::vector<Game> all;
  for (const auto& list : taken) all = all + numbers_of(list);
  CHECK(all.size() == 60);
  all = all + numbers_of(rest_of(queue));
  std::sort(all.begin(), all.end());
  std::vector<Game> expected = planned(manifest);
  std::sort(expected.begin(), expected.end());
  CHECK(all == expected);
}

TEST_CASE("a block that becomes void is left immediately and played again at the end") {
  const Manifest manifest = league();
  GameQueue queue(manifest, kKey, {}, {});
  REQUIRE(queue.next_epoch());
  const QueuedGame first = queue.next({}).value();
  const Block voided = queue.next({}).value().block;
  queue.play_again(voided, 6);
  queue.play_again(first.block, 7);
  const std::vector<QueuedGame> rest = rest_of(queue);
  std::vector<Game> expected = without(without(planned(manifest), voided.number), first.block.number);
  Block six = voided;
  six.number = 6;
  Block seven = first.block;
  seven.number = 7;
  CHECK(numbers_of(rest) == expected + planned(manifest, {six, seven}));
  for (const QueuedGame& one : rest) {
    if (one.block.number == 6) CHECK(one.block == six);
  }
}

TEST_CASE("a block that becomes void in its last game is played again, too") {
  const Manifest manifest = league(2);
  GameQueue queue(manifest, kKey, {}, {});
  CHECK(rest_of(queue).size() == 7);
  queue.play_again(made_block(manifest, 0), 2);
  CHECK(numbers_of(rest_of(queue)) == again(manifest, 0, 2));
  CHECK_FALSE(queue.next({}));
}

TEST_CASE("a block that is played again may become void, too") {
  const Manifest manifest = league(2);
  GameQueue queue(manifest, kKey, {}, {});
  REQUIRE(queue.next_epoch());
  const QueuedGame first = queue.next({}).value();
  queue.play_again(first.block, 2);
  CHECK(numbers_of(rest_of_epoch(queue)).size() == 1);
  while (queue.next_epoch()) {
    const std::vector<QueuedGame> games = rest_of_epoch(queue);
    if (games[0].block.number != 2) continue;
    queue.play_again(games[0].block, 3);
    break;
  }
  const std::vector<QueuedGame> rest = rest_of(queue);
  CHECK(numbers_of(rest) == again(manifest, first.block.number, 3));
  CHECK(rest.front().block.circle == first.block.circle);
}

TEST_CASE("a resumed run leaves void blocks out and plays their replacements at the end") {
  const Manifest manifest = league(3);
  const std::vector<VoidBlock> voids = {{1, 3, 0, Fault::sandbox, ""}, {0, 4, 2, Fault::sandbox, ""}};
  GameQueue queue(manifest, kKey, {}, voids);
  const std::vector<Game> games = numbers_of(rest_of(queue));
  const std::vector<Block> blocks = blocks_of(manifest);
  const Block four{4, blocks[0].variant, blocks[0].circle};
  const Block three{3, blocks[1].variant, blocks[1].circle};
  CHECK(games == planned(manifest, {blocks[2], four, three}));
}

TEST_CASE("a run resumed after a replacement became void plays the replacement's replacement") {
  const Manifest manifest = league(3);
  const std::vector<VoidBlock> voids = {
      {1, 3, 0, Fault::sandbox, ""}, {3, 4, 0, Fault::sandbox, ""}, {2, 5, 0, Fault::sandbox, ""}};
  RecordedGames recorded;
  recorded.add(1, 0);  // of the void block: does not count
  recorded.add(4, 2);
  recorded.add(5, 0);
  GameQueue queue(manifest, kKey, recorded, voids);
  const std::vector<Block> blocks = blocks_of(manifest);
  const Block five{5, blocks[2].variant, blocks[2].circle};
  const Block four{4, blocks[1].variant, blocks[1].circle};
  std::vector<Game> expected = planned(manifest, {blocks[0], five, four});
  std::erase_if(expected, [](const Game& game) { return game == Game{4, 2} || game == Game{5, 0}; });
  CHECK(numbers_of(rest_of(queue)) == expected);
}

TEST_CASE("a run that is complete has no game left") {
  const Manifest manifest = league(3);
  RecordedGames recorded;
  for (const auto& [block, game] : planned(manifest)) recorded.add(block, game);
  GameQueue queue(manifest, kKey, recorded, {});
  CHECK_FALSE(queue.next_epoch());
  CHECK_FALSE(queue.next({}));
}

TEST_CASE("of a block only the games that are wanted are given out") {
  const Manifest manifest = league();
  GameQueue queue(manifest, kKey, {}, {},
                  [](const QueuedGame& queued) { return queued.game == queued.block.number % 3; });
  const std::vector<Game> games = numbers_of(rest_of(queue));
  std::vector<Game> expected;
  for (int block = 0; block < 6; ++block) expected.emplace_back(block, block % 3);
  CHECK(sorted(games) == expected);
}

TEST_CASE("chunks grow with bots and tables, but for runs that may end with one") {
  Manifest manifest = league(1000);
  manifest.bots.resize(7);
  CHECK(blocks_of_chunk(manifest, 1) == 70);
  CHECK(blocks_of_chunk(manifest, 2) == 140);
  CHECK(blocks_of_chunk(manifest, 8) == 256);
  CHECK(blocks_of_chunk(manifest, 100) == 1600);
  CHECK(blocks_of_chunk(manifest, 256) == 2048);
  manifest.bots.resize(2);
  CHECK(blocks_of_chunk(manifest, 1) == kChunkBlocks);
  manifest.bots.resize(400);
  CHECK(blocks_of_chunk(manifest, 2) == 400);
  manifest.withdraw_after = 3;
  CHECK(blocks_of_chunk(manifest, 100) == kChunkBlocks);
}

}  // namespace game_queue_test
