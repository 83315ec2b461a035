// Void blocks in the records of a run.

#include "arena/game/schedule/shard.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/records/spoilt_run.h"

namespace void_lines_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;

namespace {

/// Two blocks of four games, the lines of which are to be mixed with void lines; the file's second line is lines[1].
struct TwoBlocks : SpoiltRun {
  TwoBlocks() : SpoiltRun(made_league({"black-lady@4+deck.ranks=J,Q,K,A"}, key(), 4, 2)) {}

  /// The line of a game of a block played again.
  std::string again(int block, int number, int game) const {
    Block replacement = made_block(manifest, block);
    replacement.number = number;
    return seal_line(game_json(made_game(manifest, key(), replacement, game),
                               hearts::GameRules(hearts::resolve_variant(manifest.variants[0].id))));
  }
  void insert(std::size_t at, const std::string& line) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), line);
  }
};

}  // namespace

TEST_CASE("void blocks are read, and the games that are played again for them") {
  TwoBlocks run;
  run.insert(3, made_void_line(run.manifest, 0, 2));  // after two of its games
  run.lines.erase(run.lines.begin() + 4, run.lines.begin() + 6);
  run.insert(8, made_void_line(run.manifest, 2, 3));  // the replacement becomes void, too
  run.insert(9, run.again(0, 3, 1));
  run.change(10, [](json::object& line) { line["games"] = 7; });
  const ScratchFolder folder;
  write_file(folder / "games.jsonl", joined(run.lines));
  std::vector<std::string> games;
  const RunSummary summary = read_run(folder.path(), [&](GameRecord&& record, const hearts::GameRules&,
                                                         const std::string&) { games.push_back(record.id); });
  CHECK(games == std::vector<std::string>{"b0g0", "b0g1", "b1g0", "b1g1", "b1g2", "b1g3", "b3g1"});
  CHECK(summary.games() == 7);
  REQUIRE(summary.last().voids.size() == 2);
  CHECK(summary.last().voids[0].block == 0);
  CHECK(summary.last().voids[0].again == 2);
  CHECK(summary.last().voids[0].fault == Fault::sandbox);
  CHECK(summary.last().voids[0].detail == "no sandbox");
  CHECK(summary.last().voids[1].block == 2);
  CHECK(summary.last().voids[1].again == 3);
  CHECK(summary.last().revealed_key == TwoBlocks::key());
}

TEST_CASE("a void line that does not belong is refused with its place") {
  TwoBlocks run;
  SECTION("a block that the run does not have") {
    for (const int block : {-1, 2, 3, 2147483647}) {
      INFO(block);
      TwoBlocks other;
      other.insert(3, made_void_line(other.manifest, block, 2));
      CHECK(other.error() == ":4: the run has no block " + std::to_string(block));
    }
  }
  SECTION("a number that another block has, or that no shard gives") {
    for (const int again : {-1, 0, 1, 2 + kShardsMax, 2147483647}) {
      INFO(again);
      TwoBlocks other;
      other.insert(3, made_void_line(other.manifest, 0, again));
      CHECK(other.error() == ":4: block 0 cannot be played again as block " + std::to_string(again) +
                                 ": that number is taken or too high");
    }
    run.insert(3, made_void_line(run.manifest, 0, 2));
    run.insert(4, made_void_line(run.manifest, 1, 2));
    CHECK(run.error() == ":5: block 1 cannot be played again as block 2: that number is taken or too high");
  }
  SECTION("the number that a shard gives") {
    run.insert(3, made_void_line(run.manifest, 0, 2 + kShardsMax - 1));
    run.lines.erase(run.lines.begin() + 4, run.lines.begin() + 6);
    run.insert(4, run.again(0, 2 + kShardsMax - 1, 1));
    run.lines.pop_back();
    CHECK(run.error() == "read");
  }
  SECTION("the same block twice") {
    run.insert(3, made_void_line(run.manifest, 0, 2));
    run.insert(4, made_void_line(run.manifest, 0, 3));
    CHECK(run.error() == ":5: block 0 is already void");
  }
  SECTION("of another run") {
    run.insert(3, made_void_line(made_league({"black-lady@4"}, TwoBlocks::key(), 4, 2), 0, 2));
    CHECK(run.error() == ":4: this line belongs to another run than the first line");
  }
  SECTION("after the end") {
    run.lines.push_back(made_void_line(run.manifest, 0, 2));
    CHECK(run.error() == ":11: a line after the end of the run");
  }
  SECTION("no void block") {
    run.insert(3, made_void_line(run.manifest, 0, 2));
    run.change(3, [](json::object& line) { line["fault"] = "timeout"; });
    CHECK(run.error() == ":4: this is not a record of a void block: that fault does not make a block void");
  }
}

TEST_CASE("a game of a block that is void already is refused") {
  TwoBlocks run;
  run.insert(3, made_void_line(run.manifest, 0, 2));
  CHECK(run.error() == ":5: game b0g2 belongs to a block that was already void");
}

TEST_CASE("a game played again is refused before its block is void") {
  TwoBlocks run;
  run.insert(3, run.again(0, 2, 0));
  CHECK(run.error() == ":4: the run has no game b2g0");
  run.insert(3, made_void_line(run.manifest, 1, 2));
  run.lines.erase(run.lines.begin() + 7, run.lines.end());
  CHECK(run.error() == "read");
}

}  // namespace void_lines_test
