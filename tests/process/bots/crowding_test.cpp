#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace crowding_test {

// Bots that want the processor while others play.

using namespace std::chrono_literals;

namespace {

/// Rests in a game, and spins from its end to the next one.
constexpr const char* kBurner = R"(import sys, threading
spins = threading.Event()
def burn():
    while True:
        spins.wait()
        while spins.is_set(): pass
threading.Thread(target=burn, daemon=True).start()
for line in sys.stdin:
    word = line.split()
    if word[0] == "hello": print("ready", flush=True)
    if word[0] == "game": spins.clear()
    if word[0] == "end": spins.set()
    if word[0] == "quit": break
    if word[0] == "ask": print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
)";

/// Takes 5 ms for an answer.
constexpr const char* kSlow = R"(import sys, time
for line in sys.stdin:
    word = line.split()
    if word[0] == "hello": print("ready", flush=True)
    if word[0] == "quit": break
    if word[0] == "ask":
        time.sleep(0.005)
        print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
)";

}  // namespace

TEST_EVERY_LEVEL("a bot that does not sit at a table gets no processor time") {
  const processes::ScratchFolder folder;
  processes::write_file(folder / "burner.py", kBurner);
  processes::write_file(folder / "slow.py", kSlow);
  const auto bot = [&](const char* name) { return "python3 " + (folder / name).string(); };
  std::vector<std::string> words = {HEARTS_ARENA_PROGRAM,
                                    "run",
                                    "--hands",
                                    "1",
                                    "--blocks",
                                    "4",
                                    "--seed",
                                    "crowd",
                                    "--concurrency",
                                    "1",
                                    "--move",
                                    "20000",
                                    "--isolation",
                                    std::string(arena::isolation_name(isolation)),
                                    "--out",
                                    (folder / "run").string(),
                                    bot("burner.py"),
                                    bot("burner.py")};
  for (int slow = 0; slow < 6; ++slow) words.push_back(bot("slow.py"));
  const processes::Finished finished = processes::run(words, 60s);
  INFO(finished.err);
  REQUIRE(finished.end.number == 0);
  double between_s = 0;
  double slow_s = 0;
  arena::read_records(folder / "run/timings.jsonl", [&](const boost::json::object& line, const std::string&) {
    if (line.at("type") != "timing") return;
    for (const auto& seat : line.at("seats").as_array()) {
      const bool burns = seat.at("bot").as_string().starts_with("burner");
      if (burns && seat.as_object().contains("between_games_cpu_us"))
        between_s += static_cast<double>(seat.at("between_games_cpu_us").as_int64()) / 1e6;
      if (!burns) slow_s += static_cast<double>(seat.at("used_us").as_int64()) / 1e6;
    }
  });
  // They waited while others thought for seconds.
  CHECK(slow_s > 1);
  CHECK(between_s < 0.1 * slow_s);
}

}  // namespace crowding_test
