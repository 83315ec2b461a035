#include "arena/bots/sandbox/cgroup.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/json/object.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "arena/records/record_file.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"

namespace cgroup_test {

// Control groups: what they bound, what they report, and that none is left.

using processes::LiveBot;
using namespace std::chrono_literals;

namespace {

arena::Resources with_memory(int megabytes) {
  arena::Resources resources;
  resources.memory_mb = megabytes;
  return resources;
}

/// Takes memory in steps, for ever or so many megabytes.
LiveBot hog(const std::string& step, int megabytes) {
  return LiveBot::python(arena::Isolation::full, "taken = []\nwhile True: " + step, nullptr, with_memory(megabytes));
}

}  // namespace

TEST_CASE("a bot that passes the memory of its group is killed, and the cause is known") {
  NEEDS_LEVEL(arena::Isolation::full);
  LiveBot bot = hog("taken.append(bytes(1 << 20))", 48);
  const arena::ProcessEnd end = bot.ended(20s);
  CHECK(end.kind == arena::ProcessEnd::Kind::out_of_memory);
  CHECK(end.peak_kb > 40 << 10);
  CHECK(end.peak_kb <= 52 << 10);
}

TEST_CASE("what is in /tmp counts as memory of the group") {
  NEEDS_LEVEL(arena::Isolation::full);
  arena::Resources resources = with_memory(48);
  resources.tmp_mb = 200;
  LiveBot bot =
      LiveBot::python(arena::Isolation::full,
                      "file = open('/tmp/big', 'wb', 0)\nwhile True: file.write(bytes(1 << 20))", nullptr, resources);
  CHECK(bot.ended(20s).kind == arena::ProcessEnd::Kind::out_of_memory);
}

TEST_CASE("memory that a group around the arena lacks is the machine's fault, not that of the bot that is killed") {
  NEEDS_LEVEL(arena::Isolation::full);
  std::string reason;
  const auto parent = arena::CgroupParent::open(reason);
  REQUIRE(parent);
  arena::Resources narrow = with_memory(160);
  narrow.threads = 2000;
  const auto outer = parent->lease(narrow);
  std::string join;
  for (const int procs : outer->procs())
    join += "echo 0 > /proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(procs) + " && ";

  const arena::test::ScratchFolder folder;
  arena::test::write_file(folder / "hog.py",
                          "import sys\nfor line in sys.stdin:\n    word = line.split()\n"
                          "    if word[0] == 'hello': print('ready', flush=True)\n"
                          "    if word[0] == 'game': taken = b'x' * (100 << 20)\n"
                          "    if word[0] == 'ask':\n"
                          "        n = word.index(':') + 1\n"
                          "        print(word[1], *word[n:n + int(word[3])], flush=True)\n");
  const std::string run = "python3 " + (folder / "hog.py").string();
  const processes::Finished finished = processes::run(
      {"/bin/sh", "-c",
       join + "exec " HEARTS_ARENA_PROGRAM " run '" + run + "' '" + run +
           "' --games 8 --hands 1 --move 20000 --isolation full --concurrency 1 --out " + (folder / "run").string()},
      60s);
  INFO(finished.err);
  CHECK(finished.end.number == 1);
  CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("killed: the machine ran out of memory"));
  int faults = 0;
  arena::read_records(folder / "run/faults.jsonl", [&](const auto& line, const std::string&) {
    ++faults;
    CHECK(line.at("blame") == "machine");
  });
  CHECK(faults > 0);
}

TEST_CASE("a bot that kills itself was not short of memory") {
  NEEDS_LEVEL(arena::Isolation::full);
  arena::Resources resources;
  resources.processes = 2;  // one alone may not
  LiveBot bot = LiveBot::python(arena::Isolation::full, "import os\nos.kill(os.getpid(), 9)", nullptr, resources);
  const arena::ProcessEnd end = bot.ended(10s);
  CHECK(end.kind == arena::ProcessEnd::Kind::signaled);
  CHECK(end.number == 9);
}

TEST_CASE("processes and threads of a group are bounded together") {
  NEEDS_LEVEL(arena::Isolation::full);
  arena::Resources resources;
  resources.processes = 5;
  resources.threads = 8;
  LiveBot bot = LiveBot::python(arena::Isolation::full,
                                "import os, time\n"
                                "made = 0\n"
                                "try:\n"
                                "    while made < 100:\n"
                                "        if os.fork() == 0: time.sleep(1000)\n"
                                "        made += 1\n"
                                "except OSError: pass\n"
                                "print(made, flush=True)\n",
                                nullptr, resources);
  CHECK(bot.receive().text == "11");
}

TEST_CASE("groups of an arena that was killed with its reaper go when the next one starts, held ones stay") {
  NEEDS_LEVEL(arena::Isolation::full);
  std::string reason;
  const std::unique_ptr<arena::CgroupParent> held = arena::CgroupParent::open(reason);
  REQUIRE(held);
  const std::filesystem::path stale = held->folders().front().parent_path() / "hearts-arena-0-1";
  // An arena of another test may start now, and sweep what is half made.
  std::error_code swept;
  bool made = false;
  for (int i = 0; i < 100 && !made; ++i) made = std::filesystem::create_directories(stale / "hearts-arena-0-2", swept);
  REQUIRE(made);
  const std::unique_ptr<arena::CgroupParent> next = arena::CgroupParent::open(reason);
  REQUIRE(next);
  CHECK_FALSE(std::filesystem::exists(stale));
  for (const std::filesystem::path& folder : held->folders()) CHECK(std::filesystem::exists(folder));
}

TEST_CASE("arenas that start at the same time do not take each other's groups") {
  NEEDS_LEVEL(arena::Isolation::full);
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> arenas;
    for (int thread = 0; thread < 4; ++thread) {
      arenas.emplace_back([&] {
        for (int start = 0; start < 100; ++start) {
          std::string reason;
          const auto parent = arena::CgroupParent::open(reason);
          if (!parent || !std::filesystem::exists(parent->folders().front())) ++failed;
        }
      });
    }
  }
  CHECK(failed == 0);
}

TEST_CASE("all bots together weigh as much as a program on each processor, and as eight where there are fewer") {
  NEEDS_LEVEL(arena::Isolation::full);
  std::string reason;
  const auto parent = arena::CgroupParent::open(reason);
  if (!parent->has_weights()) SKIP("groups have no weights here");
  long found = 0;
  for (const auto& folder : parent->folders()) {
    std::ifstream(folder / (parent->version2() ? "cpu.weight" : "cpu.shares")) >> found;
  }
  const long programs = std::max(8L, ::sysconf(_SC_NPROCESSORS_ONLN));
  CHECK(found == std::min(parent->version2() ? 10000L : 262144L, programs * (parent->version2() ? 100 : 1024)));
}

}  // namespace cgroup_test
