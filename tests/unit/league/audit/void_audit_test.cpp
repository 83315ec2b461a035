// What an audit says of void blocks: what they cost, and what speaks for them.

#include <boost/json/parse.hpp>

#include "arena/base/text/input_error.h"
#include "arena/league/audit/verify.h"
#include "arena/records/record_file.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/league/audit/verified_stage.h"
#include "tests/unit/records/made_games.h"

namespace void_audit_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;

namespace {

const RunKey kKey = RunKey::from_seed("void");
using Problems = std::vector<std::string>;

/// A finished run of several blocks of four games, some of which become void before they are over.
struct VoidRun {
  explicit VoidRun(int blocks = 2) : manifest(made_league({"black-lady@4+deck.ranks=J,Q,K,A"}, kKey, 4, blocks)) {
    for (int block = 0; block < blocks; ++block) circles.push_back(made_block(manifest, block));
    header = seal_line(manifest_json(manifest));
    start(2);
  }

  /// The block becomes void by its last game, after the first `games` were recorded.
  void spoil(int block, int games) {
    play(block, games);
    const int again = static_cast<int>(circles.size());
    lines.push_back(seal_line(void_json({block, again, 3, Fault::sandbox, "no sandbox"}, run_id(manifest))));
    GameRecord record = game(block, 3);
    FaultEvent event;
    event.fault = Fault::sandbox;
    event.seat = 1;
    event.detail = "no sandbox";
    ledger.push_back(fault_json(record, event));
    circles.push_back(circles[static_cast<std::size_t>(block)]);
    circles.back().number = again;
  }
  void play(int block, int games = 4) {
    for (int number = 0; number < games; ++number) {
      const GameRecord record = game(block, number);
      lines.push_back(seal_line(game_json(record, hearts::GameRules(hearts::resolve_variant(record.variant)))));
      ++recorded;
    }
  }
  GameRecord game(int block, int number) const {
    return made_game(manifest, kKey, circles.at(static_cast<std::size_t>(block)), number);
  }
  void start(int workers) {
    timings += seal_line({{"v", kRecordVersion},
                          {"type", "session"},
                          {"run", run_id(manifest)},
                          {"games", 0},
                          {"digest", ""},
                          {"workers", workers}});
  }

  void write() const {
    std::string faults;
    for (const json::object& line : ledger) faults += seal_line(line);
    write_file(folder / "faults.jsonl", faults);
    write_file(folder / "timings.jsonl", timings);
    write_file(folder / "games.jsonl", header + joined(lines) +
                                           seal_line({{"v", kRecordVersion},
                                                      {"type", "end"},
                                                      {"run", run_id(manifest)},
                                                      {"games", recorded},
                                                      {"key", kKey.to_hex()}}));
  }
  Verification verified() const {
    write();
    return verified_stage(folder.path());
  }

  ScratchFolder folder;
  Manifest manifest;
  std::vector<Block> circles;  // by block, replacements too
  std::string header;
  std::vector<std::string> lines;
  std::string timings;
  std::vector<json::object> ledger;
  int recorded = 0;
};

/// Block 0 of two is void after two games.
struct OneVoid : VoidRun {
  OneVoid() {
    spoil(0, 2);
    play(1);
    play(2);
  }
  Problems without(const std::string& key, const json::value& other) {
    ledger.at(0)[key] = other;
    return verified().problems;
  }
};

}  // namespace

TEST_CASE("a void block is reported with its cause and its cost") {
  const OneVoid run;
  const Verification found = run.verified();
  CHECK(found.problems.empty());
  CHECK(found.missing == 0);
  CHECK(found.void_blocks == 1);
  REQUIRE(found.voids.size() == 1);
  CHECK(found.voids[0].block.block == 0);
  CHECK(found.voids[0].block.game == 3);
  CHECK(found.voids[0].block.detail == "no sandbox");
  CHECK(found.voids[0].games == 2);
}

TEST_CASE("a void block that is played again under another number than the next is a problem") {
  VoidRun run;
  run.circles.push_back(run.circles[0]);  // nobody's number 2
  run.spoil(0, 2);
  run.play(1);
  run.play(3);
  CHECK(run.verified().problems == Problems{"block 0 is played again as block 3, but the next number is 2"});
}

TEST_CASE("a void block that the ledger does not know is a problem") {
  OneVoid run;
  const Problems problem = {"block 0 is void, but faults.jsonl has no matching fault of game b0g3"};
  SECTION("no ledger") {
    run.write();
    std::filesystem::remove(run.folder / "faults.jsonl");
    CHECK(verified_stage(run.folder.path()).problems == problem);
    CHECK(verified_stage(run.folder / "games.jsonl").problems.empty());
  }
  SECTION("an empty one") {
    run.ledger.clear();
    CHECK(run.verified().problems == problem);
  }
  SECTION("another game") { CHECK(run.without("id", "b0g2") == problem); }
  SECTION("another fault") { CHECK(run.without("fault", "exited") == problem); }
  SECTION("a bot is to blame") { CHECK(run.without("blame", "bot") == problem); }
  SECTION("other words") { CHECK(run.without("detail", "no room") == problem); }
  SECTION("another run") { CHECK(run.without("run", "0123456789abcdef") == problem); }
  SECTION("another kind of line") { CHECK(run.without("type", "timing") == problem); }
  SECTION("no text") { CHECK(run.without("id", 3) == problem); }
}

TEST_CASE("a replacement that is void, too, is a problem") {
  VoidRun run;
  run.spoil(0, 2);
  run.play(1);
  run.spoil(2, 0);
  run.play(3);
  CHECK(run.verified().problems == Problems{"block 2 replaces a void block, but is void too"});
}

TEST_CASE("a block that is void by a game that was played to its end is a problem") {
  VoidRun run;
  run.play(0);
  run.spoil(0, 0);
  run.play(1);
  run.play(2);
  CHECK(run.verified().problems == Problems{"block 0 is void because of game b0g3, which was played to its end"});
}

TEST_CASE("a block that is void by a game that it does not have is a problem") {
  for (const int game : {-1, 4, 2147483647}) {
    OneVoid run;
    run.lines.at(2) = seal_line(void_json({0, 2, game, Fault::sandbox, "no sandbox"}, run_id(run.manifest)));
    run.ledger.at(0)["id"] = game_id(0, game);
    CHECK(run.verified().problems ==
          Problems{"block 0 is void because of game " + game_id(0, game) + ", which the run does not have"});
  }
}

TEST_CASE("each start allows three void blocks and one for each worker") {
  VoidRun run(13);
  for (int block = 0; block < 5; ++block) run.spoil(block, 0);
  for (int block = 5; block < 18; ++block) run.play(block);
  CHECK(run.verified().problems.empty());

  VoidRun more(13);
  for (int block = 0; block < 6; ++block) more.spoil(block, 0);
  for (int block = 6; block < 19; ++block) more.play(block);
  CHECK(more.verified().problems == Problems{"6 blocks are void, but 1 start of the arena cannot make that many void"});
  CHECK(verified_stage(more.folder / "games.jsonl").problems.empty());
  more.start(1);
  CHECK(more.verified().problems.empty());

  SECTION("starts of another run do not count") {
    more.timings.clear();
    more.start(2);
    more.timings += seal_line({{"v", kRecordVersion},
                               {"type", "session"},
                               {"run", "0123456789abcdef"},
                               {"games", 0},
                               {"digest", ""},
                               {"workers", 9}});
    CHECK(more.verified().problems.size() == 1);
  }
  SECTION("two starts") {
    VoidRun most(20);
    most.start(1);
    for (int block = 0; block < 10; ++block) most.spoil(block, 0);
    for (int block = 10; block < 30; ++block) most.play(block);
    CHECK(most.verified().problems ==
          Problems{"10 blocks are void, but 2 starts of the arena cannot make that many void"});
  }
  SECTION("no start at all") {
    more.timings.clear();
    CHECK(more.verified().problems ==
          Problems{"6 blocks are void, but 0 starts of the arena cannot make that many void"});
  }
}

TEST_CASE("a start without workers is refused with its place") {
  OneVoid run;
  for (const json::value& workers :
       {json::value(0), json::value(-3), json::value(257), json::value("2"), json::value(1.5), json::value()}) {
    run.timings = seal_line({{"v", kRecordVersion},
                             {"type", "session"},
                             {"run", run_id(run.manifest)},
                             {"games", 0},
                             {"digest", ""},
                             {"workers", workers}});
    CHECK_THROWS_WITH(run.verified(),
                      Catch::Matchers::EndsWith("timings.jsonl:1: this start of the run must have 1 to 256 workers"));
  }
}

TEST_CASE("more void blocks are counted than printed") {
  VoidRun run(25);
  for (int block = 0; block < 25; ++block) run.spoil(block, 0);
  for (int block = 25; block < 50; ++block) run.play(block);
  const Verification found = run.verified();
  CHECK(found.void_blocks == 25);
  CHECK(found.voids.size() == kVoidsListedMax);
}

}  // namespace void_audit_test
