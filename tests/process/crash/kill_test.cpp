#include <array>
#include <csignal>
#include <cstdio>
#include <random>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace kill_test {

// The arena is killed without warning, again and again: nothing of its bots may stay, no game may be lost or change.

namespace {

using namespace std::chrono_literals;
using namespace crash;
namespace fs = std::filesystem;

constexpr int kKills = HEARTS_SANITIZED ? 8 : 20;
constexpr int kGames = HEARTS_SANITIZED ? 320 : 800;
constexpr std::uint32_t kSeed = 20261120;

struct Tally {
  int torn = 0;
  std::chrono::milliseconds slowest{};  // to be rid of all processes
};

/// Starts the arena, kills it at a moment drawn from `random`, and waits for its bots to be gone.
void kill_once(const CrashRun& run, const fs::path& out, std::mt19937& random, Tally& tally) {
  const std::size_t torn_before = torn_bytes_of(out);
  const std::uintmax_t before = size_of_games(out);
  processes::ChildProcess arena(run.words(out));
  if (random() % 4 == 0) {
    // Anywhere in the start: while the sandbox is tried, the folder read, the bots greeted.
    const auto moment = std::chrono::microseconds(random() % 40000);
    const auto at = std::chrono::steady_clock::now() + moment;
    processes::happens_within(1s, [&] { return std::chrono::steady_clock::now() >= at; });
  } else {
    REQUIRE(grows_to(out, before + 1 + random() % 20000, arena));
  }
  arena.signal(SIGKILL);
  const auto end = arena.wait(5s);
  REQUIRE(end);
  INFO(arena.err());
  REQUIRE_FALSE(end->exited);
  CHECK(end->number == SIGKILL);

  const auto killed = std::chrono::steady_clock::now();
  const auto left = processes::left_after(kGone);
  CHECK(left == "");
  const auto took = std::chrono::steady_clock::now() - killed;
  tally.slowest = std::max(tally.slowest, std::chrono::duration_cast<std::chrono::milliseconds>(took));

  if (torn_bytes_of(out) > 0) ++tally.torn;
  // Where it came to play, it had first reported what it cut.
  if (torn_before > 0 && size_of_games(out) > before) {
    CHECK_THAT(arena.err(), Catch::Matchers::ContainsSubstring(cut_message(torn_before)));
  }
  // What stands can be read at any time.
  if (before > 0) check_verified(out);
}

}  // namespace

TEST_BOTH_WAYS("an arena that is killed at random moments leaves no process, and its run resumes to the same end") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  CrashRun run{kGames, isolation};
  run.finish(folder / "uninterrupted");

  std::mt19937 random(kSeed);
  INFO("seed " << kSeed);
  const fs::path out = folder / "killed";
  Tally tally;
  for (int kill = 1; kill <= kKills; ++kill) {
    INFO("kill " << kill);
    run.workers = std::array{1, 2, 8}[static_cast<std::size_t>(kill) % 3];
    kill_once(run, out, random, tally);
  }
  const std::size_t played = processes::games_of(out).size();
  CHECK(played < kGames);  // else the last kills hit nothing

  const std::size_t torn = torn_bytes_of(out);
  const processes::Finished last = run.finish(out);
  if (torn > 0) CHECK_THAT(last.err, Catch::Matchers::ContainsSubstring(cut_message(torn)));
  check_same_games(out, folder / "uninterrupted");
  std::printf("%-5s %d kills, %zu games before the last start, %d torn tails, all gone within %lld ms\n",
              std::string(arena::isolation_name(isolation)).c_str(), kKills, played, tally.torn,
              static_cast<long long>(tally.slowest.count()));
}

TEST_BOTH_WAYS("a league has the same games at any concurrency") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  for (const int workers : {1, 2, 16}) {
    INFO(workers << " at a time");
    const fs::path out = folder / std::to_string(workers);
    CrashRun{240, isolation, workers}.finish(out);
    check_same_games(out, folder / "1");
    CHECK(arena::test::read_file(out / "ratings.json") == arena::test::read_file(folder / "1" / "ratings.json"));
  }
}

TEST_BOTH_WAYS("the bots of these tests do leave processes, which a killed arena takes along") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  processes::ChildProcess arena(CrashRun{100000, isolation}.words(folder / "run"));
  REQUIRE(grows_to(folder / "run", 20000, arena));
  // Four bots; each is two processes more, when all have started.
  CHECK(processes::happens_within(10s * processes::kPatience, [] {
    int bots = 0;
    for (const processes::Process& process : processes::descendants()) bots += process.name == "clinging_bot" ? 1 : 0;
    return bots >= 3 * 4;
  }));
  arena.signal(SIGKILL);
  arena.wait(5s);
  CHECK(processes::left_after(kGone) == "");
}

}  // namespace kill_test
