// Bots that one worker has started and others play with.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/league_folder.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace shared_processes_test {

using namespace std::chrono_literals;

/// More bots are idle than each of them may have descriptors open: a launcher's unread report counts as one.
TEST_EVERY_LEVEL("many idle bots keep no others from starting, and all tables share them") {
  constexpr int kBots = 48;
  std::vector<std::string> bots;
  for (int bot = 0; bot < kBots; ++bot)
    bots.push_back(arena::test::entrant(HEARTS_BINARY_DIR "/sample_bots/random_c", "bot" + std::to_string(bot)));
  const arena::test::LeagueFolder folder;
  folder.write_league(bots, R"("variants": [{"variant": "black-lady@4", "hands": 1}], "blocks": 64,
    "resources": {"files": 24})");
  const processes::Finished finished = processes::run(
      {HEARTS_ARENA_PROGRAM, "run", (folder / "league.json").string(), "--seed", "many", "--concurrency", "6",
       "--isolation", std::string(arena::isolation_name(isolation)), "--out", (folder / "run").string()},
      120s);
  INFO(finished.err);
  REQUIRE(finished.end.number == 0);
  std::set<std::pair<std::int64_t, std::int64_t>> processes_seen;  // worker and start
  int seats = 0;
  arena::read_records(folder / "run/timings.jsonl", [&](const boost::json::object& line, const std::string&) {
    if (line.at("type") != "timing") return;
    for (const auto& seat : line.at("seats").as_array()) {
      const auto& process = seat.at("process").as_array();
      processes_seen.emplace(process[0].as_int64(), process[1].as_int64());
      ++seats;
    }
  });
  CHECK(seats == 64 * 16);
  // Each sits at five tables an epoch or so: with processes of its own a worker would start nearly one a seat.
  CHECK(std::ssize(processes_seen) < seats / 2);
}

}  // namespace shared_processes_test
