// What a bot's clock is charged, beside what its process has used of the processor.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace charged_time_test {

using namespace std::chrono_literals;

// On one processor a bot has often answered before the write of its question returns.
TEST_EVERY_LEVEL("no bot is charged less than the processor time that its answers took") {
  const processes::ScratchFolder folder;
  std::vector<std::string> words = {HEARTS_ARENA_PROGRAM, "run"};
  for (const char* bot : {"low_py", "random_c", "random_py", "rules_cpp"})
    words.push_back(std::string(HEARTS_BINARY_DIR "/sample_bots/") + bot);
  words.insert(words.end(), {"--hands", "2", "--games", "8", "--seed", "charged", "--concurrency", "1"});
  words.insert(words.end(), {"--isolation", std::string(arena::isolation_name(isolation))});
  words.insert(words.end(), {"--out", (folder / "run").string()});
  const processes::Finished finished = processes::run(words, 120s);
  INFO(finished.err);
  REQUIRE(finished.end.number == 0);
  int seats = 0;
  int cheap = 0;
  arena::read_records(folder / "run/timings.jsonl", [&](const boost::json::object& line, const std::string&) {
    if (line.at("type") != "timing") return;
    for (const auto& seat : line.at("seats").as_array()) {
      const auto us = [&](const char* key) { return seat.at(key).as_int64(); };
      // On a busy machine some of what it does behind an answer may be taken for its turn.
      if (us("used_us") < (us("cpu_us") - us("idle_cpu_us")) * 8 / 10) ++cheap;
      ++seats;
    }
  });
  CHECK(seats == 32);
  // With a clock that starts behind the write it is two thirds of them.
  CHECK(cheap <= seats / 8);
}

}  // namespace charged_time_test
