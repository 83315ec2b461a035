#include <time.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arena/bots/sandbox/cgroup.h"
#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace crowding_test {

// Bots that want the processor while others play.

using processes::LiveBot;
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

/// Takes 80 ms for the first answer in each game.
constexpr const char* kSlow = R"(import sys, time
for line in sys.stdin:
    word = line.split()
    if word[0] == "hello": print("ready", flush=True)
    if word[0] == "game": thinks = True
    if word[0] == "quit": break
    if word[0] == "ask":
        if thinks: time.sleep(0.08)
        thinks = False
        print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
)";

/// Spins, and so do its child and one in a session of its own whose parent has gone.
constexpr const char* kForks = R"(import os
def spin():
    while True: pass
if os.fork() == 0: spin()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: spin()
    os._exit(0)
os.wait()
print('here', flush=True)
spin()
)";

/// Has 16 processes that spin, each in a session of its own.
constexpr const char* kForksMany = R"(import os, time
for _ in range(16):
    if os.fork() == 0:
        os.setsid()
        while True: pass
print('here', flush=True)
time.sleep(1000)
)";

using Clocks = std::map<pid_t, std::chrono::nanoseconds>;

/// The processor time of each bot's process below this one.
Clocks clocks_of_bots() {
  Clocks clocks;
  for (const processes::Process& process : processes::descendants()) {
    clockid_t clock = 0;
    timespec time = {};
    if (!process.name.starts_with("python") || process.state == 'Z') continue;
    if (::clock_getcpuclockid(process.pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) continue;
    clocks[process.pid] = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
  return clocks;
}

bool all_stopped() {
  return std::ranges::all_of(processes::descendants(), [](const processes::Process& process) {
    return !process.name.starts_with("python") || process.state == 'T';
  });
}

/// Bots that work for their answers, and burners, at a table or beside each other.
struct Crowd {
  arena::Isolation isolation;
  int threads = 1;      ///< of a burner
  bool beside = false;  ///< burners rest in their games, and there are more bots than seats
  bool pinned = true;
  int think_ms = 60;
  int grace_ms = 150;
};

struct Charged {
  int honest = 0;  ///< faults of those that work
  int forfeits = 0;
  int burners = 0;  ///< faults of the others
  int machine = 0;  ///< faults of the machine, each of which makes a block void
  bool finished = false;
  std::string faults;  ///< the lines of those that work
  std::string err;
};

Charged charged_in(const Crowd& crowd) {
  const arena::test::ScratchFolder folder;
  std::vector<std::string> words = {HEARTS_ARENA_PROGRAM, "run", "--hands", "1", "--seed", "crowd"};
  words.insert(words.end(), {"--blocks", crowd.beside ? "4" : "1", "--concurrency", crowd.beside ? "2" : "1"});
  words.insert(words.end(), {"--move", "20", "--grace", std::to_string(crowd.grace_ms)});
  words.insert(words.end(), {"--isolation", std::string(arena::isolation_name(crowd.isolation))});
  words.insert(words.end(), {"--out", (folder / "run").string()});
  if (!crowd.pinned) words.emplace_back("--no-pin");
  const auto add = [&](const std::string& name, const std::string& arguments) {
    std::filesystem::copy_file(BURNING_BOT, folder / name);
    words.push_back((folder / name).string() + " " + arguments);
  };
  const std::string think = std::to_string(crowd.think_ms);
  add("honest1", think + " 0 worker");
  if (crowd.beside) add("honest2", think + " 0");
  for (int burner = 1; burner <= (crowd.beside ? 6 : 3); ++burner) {
    add("burner" + std::to_string(burner), "0 " + std::to_string(crowd.threads) + (crowd.beside ? " between" : ""));
  }
  const processes::Finished finished = processes::run(words, 300s);
  Charged charged;
  charged.finished = finished.end.number == 0;
  charged.err = finished.err;
  arena::read_records(folder / "run/faults.jsonl", [&](const boost::json::object& line, const std::string&) {
    const bool works = line.at("bot").as_string().starts_with("honest");
    if (line.at("blame") != "bot") {
      ++charged.machine;
    } else {
      ++(works ? charged.honest : charged.burners);
      if (works) charged.faults += boost::json::serialize(line) + "\n";
      charged.forfeits += works && line.at("forfeits").as_bool() ? 1 : 0;
    }
  });
  return charged;
}

}  // namespace

// Where other programs use the processors, blocks may be declared void here: no bot is charged for that, either.
TEST_CASE("a bot does not pay for the processor that others at its table keep busy") {
  const Charged charged = charged_in({processes::best_isolation(), 16});
  INFO(charged.err);
  INFO(charged.faults);
  CHECK(charged.honest == 0);
}

TEST_CASE("a table of crowds", "[.crowding]") {
  for (const auto level :
       {arena::Isolation::none, arena::Isolation::confined, arena::Isolation::user, arena::Isolation::full}) {
    if (!processes::why_not(level).empty()) continue;
    for (const bool beside : {false, true}) {
      for (const bool pinned : {true, false}) {
        for (const int threads : {1, 4, 16, 63}) {  // beside its first one: 64 is all that a bot has
          const Charged charged = charged_in({level, threads, beside, pinned, 100, 200});
          std::printf("| %s | %s | %s | %d | %d | %d | %d | %d |%s\n", arena::isolation_name(level).data(),
                      beside ? "beside" : "at the table", pinned ? "pinned" : "not pinned", threads, charged.honest,
                      charged.forfeits, charged.burners, charged.machine, charged.finished ? "" : charged.err.c_str());
          std::fputs(charged.faults.c_str(), stdout);
          std::fflush(stdout);
        }
      }
    }
  }
}

TEST_EVERY_LEVEL("no process that a bot has started runs while the bot is frozen") {
  arena::Resources resources;
  resources.processes = 8;
  LiveBot bot = LiveBot::python(isolation, kForks, nullptr, resources);
  REQUIRE(bot.receive().text == "here");
  // The bot, its child, and one that left its family.
  const auto spin = [](const Clocks& clocks) {
    return clocks.size() == 3 && std::ranges::all_of(clocks, [](const auto& clock) { return clock.second > 20ms; });
  };
  REQUIRE(bot.happens(20s, [&] { return spin(clocks_of_bots()); }));
  for (int turn = 0; turn < 3; ++turn) {
    bot.process().freeze();
    REQUIRE(bot.happens(20s, [] { return all_stopped(); }));
    const Clocks frozen = clocks_of_bots();
    bot.happens(100ms, [] { return false; });
    CHECK(clocks_of_bots() == frozen);
    bot.process().thaw();
    CHECK(bot.happens(20s, [&] {
      const Clocks now = clocks_of_bots();
      return now.size() == 3 &&
             std::ranges::all_of(now, [&](const auto& clock) { return clock.second > frozen.at(clock.first) + 1ms; });
    }));
  }
  bot.process().freeze();
  bot.stop();
  CHECK(bot.happens(10s, [] { return clocks_of_bots().empty(); }));
}

/// Nothing keeps a bot from starting processes at this level, whatever it was granted. Shells that run a bot do so.
TEST_CASE("at none the processes that a bot of one process has started in its group are stopped with it") {
  LiveBot bot = LiveBot::python(arena::Isolation::none,
                                "import os\n"
                                "os.fork()\n"
                                "os.write(1, b'here\\n')\n"
                                "while True: pass\n");
  REQUIRE(bot.receive().text == "here");
  REQUIRE(bot.receive().text == "here");
  for (int turn = 0; turn < 3; ++turn) {
    bot.process().freeze();
    REQUIRE(bot.happens(20s, [] { return all_stopped(); }));
    const Clocks frozen = clocks_of_bots();
    REQUIRE(frozen.size() == 2);
    bot.happens(100ms, [] { return false; });
    CHECK(clocks_of_bots() == frozen);
    bot.process().thaw();
    CHECK(bot.happens(20s, [&] {
      return std::ranges::all_of(clocks_of_bots(),
                                 [&](const auto& clock) { return clock.second > frozen.at(clock.first) + 1ms; });
    }));
  }
}

TEST_CASE("a group counts the processor time of all processes of a bot, and gives it its share whatever they are") {
  NEEDS_LEVEL(arena::Isolation::full);
  std::string reason;
  if (const auto parent = arena::CgroupParent::open(reason); !parent->has_weights())
    SKIP("groups have no weights here");
  const processes::OneProcessor bound;
  arena::Resources resources;
  resources.processes = 20;
  LiveBot many = LiveBot::python(arena::Isolation::full, kForksMany, nullptr, resources);
  LiveBot one = LiveBot::python(arena::Isolation::full, "print('here', flush=True)\nwhile True: pass");
  REQUIRE(many.receive().text == "here");
  REQUIRE(one.receive().text == "here");
  const auto used = [](LiveBot& bot) { return bot.process().meters().cpu_time(); };
  const auto many_before = used(many);
  const auto one_before = used(one);
  REQUIRE(many.happens(60s, [&] { return used(many) + used(one) - many_before - one_before > 1s; }));
  // Shared by process it would be 16 parts of 17.
  CHECK(used(many) - many_before > 300ms);
  CHECK(used(one) - one_before > 300ms);
}

TEST_EVERY_LEVEL("a bot that does not sit at a table gets no processor time") {
  const arena::test::ScratchFolder folder;
  arena::test::write_file(folder / "burner.py", kBurner);
  arena::test::write_file(folder / "slow.py", kSlow);
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
  std::vector<double> between_s;
  double slow_s = 0;
  arena::read_records(folder / "run/timings.jsonl", [&](const boost::json::object& line, const std::string&) {
    if (line.at("type") != "timing") return;
    for (const auto& seat : line.at("seats").as_array()) {
      const bool burns = seat.at("bot").as_string().starts_with("burner");
      if (burns && seat.as_object().contains("between_games_cpu_us"))
        between_s.push_back(static_cast<double>(seat.at("between_games_cpu_us").as_int64()) / 1e6);
      if (!burns) slow_s += static_cast<double>(seat.at("used_us").as_int64()) / 1e6;
    }
  });
  // They waited while others thought for seconds.
  CHECK(slow_s > 1);
  // A burner that is not frozen spins as long as the others think. A frozen one spins until the arena has come to
  // freeze it, which takes longer on a busy machine, but hardly so long, and not in most of its pauses.
  REQUIRE(!between_s.empty());
  const double thought_s = slow_s / static_cast<double>(between_s.size());
  CHECK(2 * std::ranges::count_if(between_s, [&](double used_s) { return used_s > thought_s / 2; }) <
        std::ssize(between_s));
}

}  // namespace crowding_test
