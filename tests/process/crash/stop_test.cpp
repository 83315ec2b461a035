#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <string>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace stop_test {

// The arena is asked to stop, or gets company.

namespace {

using namespace std::chrono_literals;
using namespace crash;
namespace fs = std::filesystem;

constexpr int kStopped = 130;

/// Games in games.jsonl, which may lack everything, its first line too.
std::ptrdiff_t recorded_games(const fs::path& run) {
  const std::vector<std::string> lines = processes::sorted_lines(run / arena::kGamesFile);
  return std::count_if(lines.begin(), lines.end(),
                       [](const std::string& line) { return line.find(R"("type":"game")") != std::string::npos; });
}

/// Starts the run or resumes it, and stops it in its middle. `stop` sends the signals. Returns what it wrote to stderr.
std::string stop_in_mid_run(const CrashRun& run, const fs::path& out, std::uintmax_t more_bytes,
                            std::chrono::milliseconds gone,
                            const std::function<void(const processes::ChildProcess&)>& stop) {
  processes::ChildProcess arena(run.words(out));
  REQUIRE(grows_to(out, size_of_games(out) + more_bytes, arena));
  stop(arena);
  const auto end = arena.wait(3s);
  REQUIRE(end);
  INFO(arena.err());
  CHECK(end->exited);
  CHECK(end->number == kStopped);
  CHECK(processes::left_after(gone) == "");
  CHECK(torn_bytes_of(out) == 0);
  check_verified(out);
  return arena.err();
}

}  // namespace

TEST_BOTH_WAYS("SIGINT and SIGTERM and SIGQUIT stop a run cleanly, and it resumes to the same end") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{480, isolation};
  run.finish(folder / "uninterrupted");
  const fs::path out = folder / "stopped";
  for (const int number : {SIGINT, SIGTERM, SIGQUIT}) {
    INFO("signal " << number);
    const std::string err = stop_in_mid_run(run, out, 20000, 0ms, [&](const processes::ChildProcess& arena) {
      // A terminal signals the whole group, and impatient people press twice.
      arena.signal_group(number);
      arena.signal_group(number);
    });
    const std::size_t games = processes::games_of(out).size();
    CHECK_THAT(err, Catch::Matchers::ContainsSubstring("stopped; " + std::to_string(games) + " of 480 games"));
  }
  run.finish(out);
  check_same_games(out, folder / "uninterrupted");
}

TEST_BOTH_WAYS("a signal to the arena and to its bots stops the run, and blames no bot, whichever ends first") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{240, isolation};
  run.finish(folder / "uninterrupted");
  const fs::path out = folder / "stopped";
  for (const bool arena_last : {false, true, false, true}) {
    const std::string err = stop_in_mid_run(run, out, 15000, kGone, [&](const processes::ChildProcess& arena) {
      // Slurm signals every process of a job, one after the other.
      arena.signal(SIGSTOP);
      for (const processes::Process& process : processes::descendants()) {
        if (process.pid != arena.pid()) ::kill(process.pid, SIGTERM);
      }
      arena.signal(arena_last ? SIGCONT : SIGTERM);
      arena.signal(arena_last ? SIGTERM : SIGCONT);
    });
    CHECK(arena::test::read_file(out / arena::kFaultsFile).empty());
    CHECK_THAT(err, !Catch::Matchers::ContainsSubstring("void"));
  }
  run.finish(out);
  check_same_games(out, folder / "uninterrupted");
}

TEST_BOTH_WAYS("a signal at any moment of the start leaves no process and a folder that can be used") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{40, isolation};
  for (int i = 0; i < 20; ++i) {
    INFO("signal after " << 2 * i << " ms");
    const fs::path out = folder / std::to_string(i);
    const int number = i % 2 == 0 ? SIGINT : SIGTERM;
    processes::ChildProcess arena(run.words(out));
    arena.wait(std::chrono::milliseconds(2 * i));
    arena.signal(number);
    const auto end = arena.wait(5s);
    REQUIRE(end);
    INFO(arena.err());
    if (!end->exited) {
      // The signal itself ended the program: before the first game or after the last.
      CHECK(end->number == number);
      const std::ptrdiff_t games = recorded_games(out);
      CHECK((games == 0 || games == 40));
    } else if (end->number == 0) {
      // The run was over.
      CHECK(processes::games_of(out).size() == 40);
    } else {
      CHECK(end->number == kStopped);
      CHECK(torn_bytes_of(out) == 0);
      CHECK_THAT(arena.err(), Catch::Matchers::ContainsSubstring("stopped; "));
    }
    CHECK(processes::left_after(kGone) == "");
    // What is left of it can be used.
    if (i % 5 == 0) run.finish(out);
  }
}

TEST_CASE("two arenas cannot play into one folder") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{100000, arena::Isolation::none};
  const fs::path out = folder / "run";
  processes::ChildProcess first(run.words(out));
  REQUIRE(grows_to(out, 5000, first));

  const auto second = processes::run(run.words(out), 10s);
  INFO(second.err);
  CHECK(second.end.exited);
  CHECK(second.end.number == 2);
  CHECK_THAT(second.err,
             Catch::Matchers::ContainsSubstring((out / arena::kGamesFile).string() + " is in use by another arena"));

  // The first plays on undisturbed.
  CHECK(first.running());
  REQUIRE(grows_to(out, size_of_games(out) + 20000, first));
  CHECK(first.running());
  first.signal(SIGTERM);
  const auto end = first.wait(5s);
  REQUIRE(end);
  CHECK(end->number == kStopped);
  CHECK(processes::left_after(kGone) == "");
  check_verified(out);
}

TEST_CASE("an arena whose output nobody reads plays on") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const CrashRun run{8, arena::Isolation::none};
  // The reader of both streams is gone before the first word.
  std::vector<std::string> words = {"sh", "-c", "sleep 0 | true; { \"$@\" 2>&1; echo $? >\"$0\"; } | true",
                                    (folder / "code").string()};
  for (const std::string& word : run.words(folder / "run")) words.push_back(word);
  processes::run(words, 20s);
  CHECK(arena::test::read_file(folder / "code") == "0\n");
  CHECK(processes::games_of(folder / "run").size() == 8);
  CHECK(processes::left_after(kGone) == "");
}

}  // namespace stop_test
