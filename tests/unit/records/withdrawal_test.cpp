#include "arena/records/manifest_schedule.h"

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace withdrawal_test {

using namespace arena;
using namespace arena::test;
using Strings = std::vector<std::string>;

namespace {

GameRecord game_of(int block, int game, const Strings& bots, const Strings& forfeits) {
  GameRecord record;
  record.block = block;
  record.game = game;
  record.bots = bots;
  for (std::size_t seat = 0; seat < bots.size(); ++seat) {
    for (const std::string& bot : forfeits) {
      if (bots[seat] != bot) continue;
      Forfeit forfeit{};
      forfeit.seat = static_cast<int>(seat);
      record.result.forfeits.push_back(forfeit);
    }
  }
  return record;
}

Manifest league_of(int blocks, int after) {
  Manifest manifest = made_league({"royal-classic@2"}, RunKey::from_seed("withdrawal"), 4, blocks, {1, true});
  manifest.withdraw_after = after;
  if (after > 0) manifest.chunk_blocks = departure_chunk_blocks(manifest);
  return manifest;
}

}  // namespace

TEST_CASE("forfeits in a row count in the order of blocks and games, whatever the order in which they ended") {
  const Manifest manifest = league_of(192, 3);
  Withdrawal withdrawal(manifest);
  withdrawal.add(game_of(70, 1, {"ann", "bob"}, {"ann"}));
  withdrawal.add(game_of(5, 0, {"ann", "bob"}, {"ann", "bob"}));
  withdrawal.add(game_of(5, 1, {"bob", "ann"}, {"bob"}));
  withdrawal.add(game_of(70, 0, {"bob", "ann"}, {"ann", "bob"}));
  CHECK_FALSE(withdrawal.find(64));
  // Bob's are of blocks 5 and 70; ann played on in game 1 of block 5.
  const auto found = withdrawal.find(192);
  REQUIRE(found);
  CHECK(found->end_block == 80);
  CHECK(found->bots == Strings{"bob"});
  CHECK_FALSE(withdrawal.find(70));
}

TEST_CASE("all that are withdrawn in one chunk are, and those of later chunks are not") {
  Withdrawal withdrawal(league_of(192, 2));
  for (int game = 0; game < 2; ++game) {
    withdrawal.add(game_of(100, game, {"cyd", "dan"}, {"cyd", "dan"}));
    withdrawal.add(game_of(30, game, {"bob", "ann"}, {"ann", "bob"}));
  }
  const auto found = withdrawal.find(192);
  REQUIRE(found);
  CHECK(found->end_block == 32);
  CHECK(found->bots == Strings{"ann", "bob"});
}

TEST_CASE("a bot in two seats forfeits a game once, and games of other stages or played again do not count") {
  Manifest manifest = league_of(64, 2);
  manifest.stage.first_block = 10;
  Withdrawal withdrawal(manifest);
  withdrawal.add(game_of(9, 0, {"ann", "bob"}, {"ann"}));
  withdrawal.add(game_of(10, 0, {"ann", "ann"}, {"ann"}));
  withdrawal.add(game_of(74, 0, {"ann", "bob"}, {"ann"}));
  CHECK_FALSE(withdrawal.find(74));
  withdrawal.add(game_of(11, 0, {"ann", "bob"}, {"ann"}));
  REQUIRE(withdrawal.find(74));
  CHECK(withdrawal.find(74)->end_block == 26);
  Withdrawal never(league_of(64, 0));
  never.add(game_of(0, 0, {"ann", "bob"}, {"ann"}));
  CHECK_FALSE(never.find(64));
}

TEST_CASE("a chunk of a league that withdraws bots has as many blocks as a bot needs for its forfeits, but 16 to 64") {
  CHECK(departure_chunk_blocks(league_of(192, 10)) == 16);
  CHECK(departure_chunk_blocks(league_of(192, 40)) == 40);
  CHECK(departure_chunk_blocks(league_of(192, 1000)) == kChunkBlocks);
}

TEST_CASE("the records say how long a chunk is; those of earlier versions, which do not, have 64 blocks in one") {
  Manifest manifest = league_of(192, 40);
  CHECK(early_end_chunk_blocks(manifest) == 40);
  const Manifest read = read_manifest(manifest_json(manifest), "here");
  CHECK(early_end_chunk_blocks(read) == 40);
  CHECK(run_id(read) == run_id(manifest));
  manifest.chunk_blocks = 0;
  CHECK_FALSE(manifest_json(manifest).contains("chunk_blocks"));
  CHECK(early_end_chunk_blocks(read_manifest(manifest_json(manifest), "here")) == kChunkBlocks);
  Withdrawal earlier(manifest);
  for (int game = 0; game < 2; ++game)
    for (int block = 0; block < 30; ++block) earlier.add(game_of(block, game, {"bob", "ann"}, {"ann"}));
  REQUIRE(earlier.find(192));
  CHECK(earlier.find(192)->end_block == 64);
}

}  // namespace withdrawal_test
