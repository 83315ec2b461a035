#include <boost/json/value_to.hpp>
#include <csignal>

#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace pause_test {

// Somebody presses Ctrl-Z, and continues later.

namespace {

using namespace std::chrono_literals;
using namespace crash;
namespace fs = std::filesystem;
namespace json = boost::json;

/// Takes 20 ms to each answer, so that nearly always some question is open.
constexpr const char* kSlowBot = R"(#!/usr/bin/env python3
import sys, time
for line in sys.stdin:
    word = line.split()
    if word[0] == "hello":
        print("ready", flush=True)
    elif word[0] == "ask":
        time.sleep(0.02)
        print(word[1], *word[word.index(":") + 1:][:int(word[3])], flush=True)
    elif word[0] == "quit":
        break
)";

}  // namespace

TEST_BOTH_WAYS("an arena that is stopped for two seconds and continues charges no bot for it") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  arena::test::write_file(folder / "slow", kSlowBot);
  fs::permissions(folder / "slow", fs::perms::owner_all);
  const fs::path out = folder / "run";
  processes::ChildProcess arena(
      processes::arena_words({"run", (folder / "slow").string(), "--games", "4", "--hands", "3", "--concurrency", "2",
                              "--isolation", std::string(arena::isolation_name(isolation)), "--out", out.string()}));
  REQUIRE(processes::happens_within(20s, [&] { return size_of_games(out) > 0 || !arena.running(); }));
  for (int stop = 0; stop < 3; ++stop) {
    processes::happens_within(700ms, [] { return false; });
    arena.signal(SIGSTOP);
    processes::happens_within(2s, [] { return false; });
    arena.signal(SIGCONT);
  }
  const auto end = arena.wait(60s);
  REQUIRE(end);
  INFO(arena.err());
  CHECK(end->exited);
  CHECK(end->number == 0);
  CHECK(processes::games_of(out).size() == 4);
  CHECK(arena::test::read_file(out / arena::kFaultsFile).empty());
  int held_up = 0;
  arena::read_records(out / arena::kTimingsFile, [&](const json::object& line, const std::string&) {
    if (line.at("type") != "timing") return;
    std::int64_t charged = 0;
    for (const json::value& seat : line.at("seats").as_array()) charged += seat.at("used_us").to_number<std::int64_t>();
    if (line.at("game_us").to_number<std::int64_t>() - charged > 1'900'000) ++held_up;
  });
  CHECK(held_up > 0);
  CHECK(processes::left_after(kGone) == "");
}

}  // namespace pause_test
