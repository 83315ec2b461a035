#include <csignal>
#include <random>
#include <string>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"
#include "tests/process/zoo/traces.h"

namespace killed_server_test {

// The fork server is killed or stopped during a run, alone or with the arena.

namespace {

using namespace std::chrono_literals;
using namespace crash;
namespace fs = std::filesystem;

constexpr int kKills = HEARTS_SANITIZED ? 4 : 10;
constexpr int kGames = 400;
constexpr std::uint32_t kSeed = 20261130;

/// Sends the signal to the fork servers of an arena below this process. Returns whether there was one. A launcher has
/// the same name for a moment, but another parent.
bool signal_servers(pid_t arena, int number) {
  bool found = false;
  for (const processes::Process& process : processes::descendants()) {
    if (process.name == "arena-forks" && process.parent == arena) found = ::kill(process.pid, number) == 0 || found;
  }
  return found;
}

/// A run whose temporary folder is its own.
class Run {
 public:
  explicit Run(arena::Isolation isolation) : run_{kGames, isolation, 2} {
    fs::create_directory(temporary());
    fs::permissions(temporary(), fs::perms(0755));
    fs::permissions(folder_.path(), fs::perms(0755));
  }
  fs::path out() const { return folder_ / "run"; }
  fs::path uninterrupted() const { return folder_ / "uninterrupted"; }
  const CrashRun& settings() const { return run_; }
  std::vector<std::string> words() const {
    std::vector<std::string> words = {"env", "TMPDIR=" + temporary().string()};
    const std::vector<std::string> run = run_.words(out());
    words.insert(words.end(), run.begin(), run.end());
    return words;
  }
  /// Fails unless nothing is left of an arena that has ended: no process, copy or control group.
  void check_nothing_left(pid_t arena, const std::set<fs::path>& groups_before) const {
    CHECK(processes::left_after(kGone) == "");
    CHECK(zoo::entries(temporary()) == "");
    CHECK(zoo::cgroups_of(arena, groups_before) == "");
  }

 private:
  fs::path temporary() const { return folder_ / "tmp"; }

  arena::test::ScratchFolder folder_;
  CrashRun run_;
};

}  // namespace

TEST_BOTH_WAYS("a run whose fork server is killed again and again plays the same games, and blames no bot") {
  processes::adopt_orphans();
  const Run run(isolation);
  run.settings().finish(run.uninterrupted());
  const std::set<fs::path> groups = zoo::cgroups();
  std::mt19937 random(kSeed);
  INFO("seed " << kSeed);
  processes::ChildProcess arena(run.words());
  int kills = 0;
  while (kills < kKills && grows_to(run.out(), size_of_games(run.out()) + 1 + random() % 8000, arena) &&
         arena.running()) {
    if (signal_servers(arena.pid(), SIGKILL)) ++kills;
  }
  const auto end = arena.wait(60s);
  REQUIRE(end);
  INFO(arena.err());
  CHECK(kills == kKills);
  CHECK(end->exited);
  CHECK(end->number == 0);
  run.check_nothing_left(arena.pid(), groups);
  CHECK(arena::test::read_file(run.out() / arena::kFaultsFile) == "");
  check_same_games(run.out(), run.uninterrupted());
  check_verified(run.out());
}

TEST_BOTH_WAYS("nothing is left of an arena that is killed while its fork server is dead or stopped") {
  processes::adopt_orphans();
  for (const int first : {SIGKILL, SIGSTOP}) {
    for (const bool starts : {true, false}) {
      CAPTURE(first, starts);
      const Run run(isolation);
      const std::set<fs::path> groups = zoo::cgroups();
      processes::ChildProcess arena(run.words());
      // While the sandbox is tried and the bots are greeted, or later.
      if (starts) {
        REQUIRE(processes::happens_within(10s, [&] { return signal_servers(arena.pid(), first); }));
      } else {
        REQUIRE(grows_to(run.out(), 20000, arena));
        REQUIRE(signal_servers(arena.pid(), first));
      }
      arena.signal(SIGKILL);
      REQUIRE(arena.wait(5s));
      run.check_nothing_left(arena.pid(), groups);
    }
  }
}

}  // namespace killed_server_test
