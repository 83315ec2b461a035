#include <algorithm>
#include <set>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace limits_test {

// A machine that gives less than the league asks for.

namespace {

using namespace std::chrono_literals;
using namespace crash;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

std::vector<std::string> limited(const std::string& limit, const std::vector<std::string>& words) {
  std::vector<std::string> line = {"sh", "-c", limit + "; exec \"$@\"", "sh"};
  line.insert(line.end(), words.begin(), words.end());
  return line;
}

/// A league of many bots, one game at a time.
std::vector<std::string> many_bots(const fs::path& out) {
  std::vector<std::string> words = processes::arena_words({"run"});
  words.insert(words.end(), 40, CLINGING_BOT);
  for (const char* word : {"--games", "200", "--hands", "1", "--seed", "many", "--isolation", "none", "--concurrency",
                           "1", "--move", "10000", "--bank", "600000", "--out"}) {
    words.emplace_back(word);
  }
  words.push_back(out.string());
  return words;
}

/// The launchers of bots below this process. A launcher that has forked and is about to become its bot still bears
/// its own name: it is not counted again.
std::set<pid_t> launchers() {
  std::set<pid_t> found;
  std::vector<processes::Process> below = processes::descendants();
  std::erase_if(below, [](const auto& process) { return process.name != "arena-launcher" || process.state == 'Z'; });
  for (const processes::Process& process : below) found.insert(process.pid);
  for (const processes::Process& process : below) {
    if (found.contains(process.parent)) found.erase(process.pid);
  }
  return found;
}

/// The most bots seen alive at one moment. A reading of all processes takes its time, in which bots come and go: only
/// those found by two readings were alive together, between the two.
class MostAlive {
 public:
  void look() {
    const std::set<pid_t> now = launchers();
    const auto both = std::ranges::count_if(now, [&](pid_t pid) { return before_.contains(pid); });
    most_ = std::max(most_, static_cast<int>(both));
    before_ = now;
  }
  int count() const { return most_; }

 private:
  std::set<pid_t> before_;
  int most_ = 0;
};

}  // namespace

TEST_CASE("no more bots are alive than descriptors allow, from the trial of all to the last game") {
  processes::adopt_orphans();
  const processes::ScratchFolder folder;
  MostAlive most;
  // On a busy machine bots come and go between two looks: it may take more than one run to see many of them alive.
  for (int run = 0; run < 5 && most.count() < 10; ++run) {
    fs::remove_all(folder / "few");
    // Room for sixteen.
    processes::ChildProcess arena(limited("ulimit -n 200", many_bots(folder / "few")));
    REQUIRE(processes::happens_within(100s, [&] {
      most.look();
      return !arena.running();
    }));
    const auto end = arena.wait(1s);
    REQUIRE(end);
    INFO(arena.err());
    CHECK(end->number == 0);
  }
  CHECK(most.count() >= 10);
  CHECK(most.count() <= 16);
  CHECK(processes::left_after(kGone) == "");
  const auto whole = processes::run(many_bots(folder / "many"), 100s);
  CHECK(whole.end.number == 0);
  check_same_games(folder / "few", folder / "many");
}

TEST_CASE("a machine that cannot give a thread to each game at once is told, and the run ends") {
  if (HEARTS_SANITIZED) SKIP("sanitizers need more address space than the limit");
  processes::adopt_orphans();
  const processes::ScratchFolder folder;
  const auto finished = processes::run(
      limited("ulimit -v 700000", CrashRun{400, arena::Isolation::none, 200}.words(folder / "run")), 60s);
  INFO(finished.err);
  CHECK(finished.end.exited);
  CHECK(finished.end.number == 1);
  CHECK_THAT(finished.err, ContainsSubstring(" of 200 games can go on at once"));
  CHECK(processes::left_after(kGone) == "");
}

}  // namespace limits_test
