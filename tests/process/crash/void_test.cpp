#include <signal.h>

#include <set>
#include <string>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace void_test {

// Somebody else's mistake, the machine's or its owner's, is not a bot's loss.

namespace {

using namespace std::chrono_literals;
using namespace crash;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

int lines_with(const fs::path& file, const std::string& part) {
  int count = 0;
  for (const std::string& line : processes::sorted_lines(file)) count += line.find(part) != std::string::npos ? 1 : 0;
  return count;
}

int voids_of(const fs::path& run) { return lines_with(run / arena::kGamesFile, R"("type":"void")"); }

/// Without a sandbox, and in it.
const std::set<std::string> kLaunchers = {"arena-launcher", ".launcher"};
const std::set<std::string> kBots = {"clinging_bot"};

/// Kills all processes of these names until a game is hit: between two games it costs nothing.
void spoil_a_block(const fs::path& run, processes::ChildProcess& arena, const std::set<std::string>& names) {
  for (int attempt = 0; attempt < 20 && voids_of(run) == 0; ++attempt) {
    for (const processes::Process& process : processes::descendants()) {
      if (names.contains(process.name)) ::kill(process.pid, SIGKILL);
    }
    REQUIRE(grows_to(run, size_of_games(run) + 4000, arena));
  }
  REQUIRE(voids_of(run) > 0);
}

/// Whole, though some blocks are void; nobody lost a game by it.
void check_whole(const fs::path& run) {
  const auto verified = processes::run(processes::arena_words({"verify", run.string()}), 30s);
  INFO(verified.err);
  CHECK(verified.end.number == 0);
  CHECK_THAT(verified.out, ContainsSubstring("no game of the schedule is missing"));
  CHECK_THAT(verified.out, ContainsSubstring("the records call block ") && ContainsSubstring(" void (game "));
  CHECK(lines_with(run / arena::kFaultsFile, R"("blame":"machine")") >= voids_of(run));
  CHECK(lines_with(run / arena::kFaultsFile, R"("blame":"bot")") == 0);
  CHECK(lines_with(run / arena::kGamesFile, R"("forfeits":[{)") == 0);
}

}  // namespace

TEST_BOTH_WAYS("a block that a fault of the machine spoils is void, and another is played in its stead") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const fs::path out = folder / "run";
  processes::ChildProcess arena(CrashRun{400, isolation, 1}.words(out));
  REQUIRE(grows_to(out, 20000, arena));
  spoil_a_block(out, arena, kLaunchers);
  const auto end = arena.wait(60s);
  REQUIRE(end);
  INFO(arena.err());
  CHECK(end->exited);
  CHECK(end->number == 0);
  CHECK_THAT(arena.err(), ContainsSubstring(" is void and will be played again as block 100: sandbox: "));
  CHECK_THAT(arena.out(), ContainsSubstring("void"));
  // Without a sandbox nobody but its launcher can find a bot's daemons; with it they go with their namespace.
  const std::string left = processes::left_after(kGone);
  if (isolation >= arena::Isolation::user) CHECK(left == "");
  check_whole(out);
}

TEST_CASE("bots killed by an outside hand lose nothing where they cannot kill themselves") {
  NEEDS_LEVEL(arena::Isolation::confined);
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const fs::path out = folder / "run";
  // At `full` their groups tell whose memory was short; below, other tests that use memory up would spoil this one.
  processes::ChildProcess arena(CrashRun{400, processes::best_isolation(), 1}.words(out));
  REQUIRE(grows_to(out, 20000, arena));
  spoil_a_block(out, arena, kBots);
  const auto end = arena.wait(60s);
  REQUIRE(end);
  INFO(arena.err());
  CHECK(end->exited);
  CHECK(end->number == 0);
  CHECK_THAT(arena.err(), ContainsSubstring(": sandbox: killed by something outside the arena"));
  CHECK(lines_with(out / arena::kFaultsFile, R"("signal":9)") >= voids_of(out));
  check_whole(out);
}

TEST_CASE("a run with a void block resumes after a stop, and plays the other block at its end") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const fs::path out = folder / "run";
  const CrashRun run{400, arena::Isolation::none, 1};
  {
    processes::ChildProcess arena(run.words(out));
    REQUIRE(grows_to(out, 20000, arena));
    spoil_a_block(out, arena, kLaunchers);
    arena.signal(SIGKILL);
    REQUIRE(arena.wait(5s));
    processes::left_after(kGone);  // ends the daemons of bots whose launcher was killed
  }
  const auto finished = processes::run(run.words(out), 60s);
  INFO(finished.err);
  CHECK(finished.end.number == 0);
  CHECK(lines_with(out / arena::kGamesFile, R"("id":"b100g)") > 0);
  check_whole(out);
}

}  // namespace void_test
