// What a bot's clock is charged, beside the processor time that its answers took.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <map>
#include <string>
#include <vector>

#include "arena/base/text/words.h"
#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace charged_time_test {

using namespace std::chrono_literals;

namespace {

/// Works 300 us for an answer, and reports before each the processor time that its thread has used from questions to
/// answers in this game, in nanoseconds.
constexpr const char* kTeller = R"(import sys, time
spent = 0
for line in sys.stdin:
    word = line.split()
    if word[0] == "hello": print("ready", flush=True)
    if word[0] == "game": spent = 0
    if word[0] == "quit": break
    if word[0] == "ask":
        start = time.thread_time_ns()
        answer = " ".join([word[1], *word[word.index(":") + 1:][:int(word[3])]])
        while time.thread_time_ns() - start < 300000: pass
        spent += time.thread_time_ns() - start
        print("info", spent, "\n" + answer, flush=True)
)";

}  // namespace

// On one processor a bot has often answered before the write of its question returns.
TEST_EVERY_LEVEL("no bot is charged less than the processor time that its answers took") {
  const arena::test::ScratchFolder folder;
  arena::test::write_file(folder / "teller.py", kTeller);
  const std::string bot = "python3 " + (folder / "teller.py").string();
  const processes::Finished finished =
      processes::run({HEARTS_ARENA_PROGRAM, "run", bot, bot, bot, bot, "--hands", "2", "--games", "8", "--seed",
                      "charged", "--concurrency", "1", "--isolation", std::string(arena::isolation_name(isolation)),
                      "--out", (folder / "run").string()},
                     120s);
  INFO(finished.err);
  REQUIRE(finished.end.number == 0);
  int seats = 0;
  arena::read_records(folder / "run/timings.jsonl", [&](const boost::json::object& line, const std::string&) {
    if (line.at("type") != "timing") return;
    std::map<std::int64_t, long long> reported_ns;  // by seat, as told last
    for (const auto& note : line.at("notes").as_array()) {
      std::string_view words = note.at("text").as_string();
      CHECK(arena::cut_word(words) == "info");
      reported_ns[note.at("seat").as_int64()] = arena::leading_number(arena::cut_word(words));
    }
    std::int64_t seat = 0;
    for (const auto& one : line.at("seats").as_array()) {
      const std::int64_t questions = one.at("questions").as_int64();
      CAPTURE(seat, questions);
      CHECK(reported_ns[seat] >= 300000 * questions);
      // Each answer is charged in whole microseconds.
      CHECK(one.at("used_us").as_int64() + questions >= reported_ns[seat] / 1000);
      ++seat;
      ++seats;
    }
  });
  CHECK(seats == 32);
}

}  // namespace charged_time_test
