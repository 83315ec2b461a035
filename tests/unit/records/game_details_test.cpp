#include <boost/json/object.hpp>

#include "arena/records/game_details.h"

#include "arena/base/text/input_error.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace game_details_test {

using namespace arena;
using namespace arena::test;
using std::chrono::microseconds;

namespace {

const RunKey kKey = RunKey::from_seed("details");

struct Run {
  void append(std::string_view file, const boost::json::object& line) const {
    RecordFile(folder.path() / file).append(line);
  }
  void append_timing(const GameRecord& game) const { append(kTimingsFile, timing_json(game, rules)); }
  GameDetails read() const { return DetailsReader(folder.path()).of(record); }

  ScratchFolder folder;
  hearts::GameRules rules{hearts::resolve_variant("black-lady@4")};
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4, {1, true});
  GameRecord record = made_game(manifest, kKey, 0, 0, {{{1, 3}}, {{2, 5}}});
};

}  // namespace

TEST_CASE("without the files beside games.jsonl a game has no details") {
  const Run run;
  const GameDetails found = run.read();
  CHECK(found.notes.empty());
  CHECK(found.faults.empty());
  CHECK_FALSE(found.busy);
}

TEST_CASE("of several lines of clocks the game's last one counts") {
  const Run run;
  GameRecord game = run.record;
  game.result.notes = {{1, 3, "first"}};
  run.append_timing(game);
  game.result.notes = {{1, 4, "second"}};
  game.result.timing[1].slowest = {{4, microseconds(77)}};
  run.append_timing(game);
  game.id = "b0g1";
  game.result.notes = {{1, 5, "of another game"}};
  run.append_timing(game);
  game.id = "b0g0";
  game.run = "0000000000000000";
  run.append_timing(game);
  const GameDetails found = run.read();
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes[0].text == "second");
  CHECK(found.notes[0].question == 4);
  REQUIRE(found.clocks[1].slowest.size() == 1);
  CHECK(found.clocks[1].slowest[0].time == microseconds(77));
}

TEST_CASE("the time of each ask is read") {
  const Run run;
  boost::json::object line = timing_json(run.record, run.rules);
  line["seats"].as_array()[2].as_object()["asks_us"] = {12, 3400, 0};
  run.append(kTimingsFile, line);
  CHECK(run.read().clocks[2].asks == std::vector{microseconds(12), microseconds(3400), microseconds(0)});
  CHECK(run.read().clocks[1].asks.empty());
}

TEST_CASE("the ledger's last lines are taken for the faults of the game, if they are these") {
  Run run;
  std::vector<FaultEvent>& faults = run.record.result.faults;
  REQUIRE(faults.size() == 2);
  FaultEvent dropped = faults[0];
  dropped.received = {"of a game that was played again"};
  run.append(kFaultsFile, fault_json(run.record, dropped));
  FaultEvent last = faults[1];
  last.stderr_tail = {{5, "oh\033[2J no\n"}};
  last.received = {"5 2C"};
  run.append(kFaultsFile, fault_json(run.record, faults[0]));
  CHECK(run.read().faults.empty());  // the second is still to come
  run.append(kFaultsFile, fault_json(run.record, last));
  const GameDetails found = run.read();
  REQUIRE(found.faults.size() == 2);
  CHECK(found.faults[0].received.empty());
  CHECK(found.faults[1].received == std::vector<std::string>{"5 2C"});
  REQUIRE(found.faults[1].stderr_tail.size() == 1);
  CHECK(found.faults[1].stderr_tail[0].text == "oh\\x1b[2J no\n");
  CHECK(found.faults[1].stderr_tail[0].question == 5);
  faults.pop_back();
  CHECK(run.read().faults.empty());
}

TEST_CASE("a line of the game that no arena wrote is refused with its place") {
  const std::vector<std::pair<const char*, boost::json::value>> changes = {
      {"seats", boost::json::array{}},
      {"seats", {{{"asks_us", {-1}}}, boost::json::object{}, boost::json::object{}, boost::json::object{}}},
      {"seats", {{{"asks_us", {"x"}}}, boost::json::object{}, boost::json::object{}, boost::json::object{}}},
      {"notes", {{{"seat", 4}, {"question", 1}, {"text", "x"}}}},
      {"notes", {{{"seat", 0}, {"text", "x"}}}}};
  for (const auto& [key, value] : changes) {
    const Run run;
    boost::json::object line = timing_json(run.record, run.rules);
    line[key] = value;
    run.append(kTimingsFile, line);
    CAPTURE(key);
    CHECK_THROWS_AS(run.read(), InputError);
    CHECK_THROWS_WITH(run.read(), Catch::Matchers::ContainsSubstring("timings.jsonl:1: "));
  }
}

}  // namespace game_details_test
