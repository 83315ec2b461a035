#include <boost/json/object.hpp>

#include "arena/league/run/run_costs.h"

#include "arena/base/text/input_error.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "tests/unit/records/made_games.h"

namespace run_costs_test {

namespace {

using namespace arena;
using namespace arena::test;

TEST_CASE("clocks are summed by bot, the last line of a game counts") {
  const ScratchFolder folder;
  const Manifest manifest = made_manifest("black-lady@4", RunKey::from_seed("timings"), 2, 1);
  const hearts::GameRules rules(hearts::resolve_variant("black-lady@4"));
  const std::filesystem::path path = folder.path() / kTimingsFile;
  {
    RecordFile file(path);
    GameRecord record = made_game(manifest, RunKey::from_seed("timings"), 0, 0);
    record.result.duration = std::chrono::seconds(100);
    const auto add = [&](int idle_ms, int delay_ms) {
      record.result.timing[1].cpu = std::chrono::seconds(1);
      record.result.timing[1].idle_cpu = std::chrono::milliseconds(idle_ms);
      record.result.timing[1].between_games_cpu = std::chrono::milliseconds(250);
      record.result.arena_delay = std::chrono::milliseconds(delay_ms);
      file.append(timing_json(record, rules));
    };
    add(900, 60000);
    add(500, 0);
    record.id = "b0g1";
    add(250, 60000);
    record.id = "b0g2";
    file.append(timing_json(record, rules, true));
  }
  const TimingSums sums = sum_timings(path);
  CHECK(sums.games == 3);
  CHECK(sums.busy_games == 1);
  CHECK(sums.crowded_games == 1);
  const std::string name = made_game(manifest, RunKey::from_seed("timings"), 0, 0).bots[1];
  const BotTimes& bot = sums.bots.at(name);
  CHECK(bot.cpu == Catch::Approx(3));
  CHECK(bot.idle_cpu == Catch::Approx(1));
  CHECK(bot.between_games == Catch::Approx(0.75));
}

TEST_CASE("a line of clocks that lacks its seats is refused with its place") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path() / kTimingsFile;
  RecordFile(path).append({{"v", kRecordVersion}, {"type", "timing"}, {"run", "r"}, {"id", "b0g0"}});
  CHECK_THROWS_AS(sum_timings(path), InputError);
}

TEST_CASE("a quiet run has nothing to say of its clocks") {
  TimingSums sums{40, 0, {}};
  sums.bots["ann"] = {40, 60, 3.9, 39};
  CHECK(timing_sentences(sums).empty());
}

TEST_CASE("games on a busy machine and processor time out of turn are said") {
  TimingSums sums{40, 3, {}};
  sums.bots["ann"] = {20, 50, 40, 0};
  sums.bots["bob"] = {20, 50, 0, 30};
  CHECK(timing_sentences(sums) ==
        std::vector<std::string>{"The machine was busy with other work during 3 of 40 games; they still count.",
                                 "ann used 2.0 s of processor time per game when it was not its turn (80%).",
                                 "bob used 1.5 s of processor time before each game."});
  CHECK(timing_sentences({40, 0, {}, 2}) ==
        std::vector<std::string>{"In 2 of 40 games bots waited for a processor, because --concurrency asked for more "
                                 "games at the same time than the arena had processors; they still count."});
  CHECK(timing_sentences({40, 1, {}}) ==
        std::vector<std::string>{"The machine was busy with other work during 1 of 40 games; it still counts."});
}

}  // namespace

}  // namespace run_costs_test
