#include <unistd.h>

#include "arena/records/run_folder.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/crash/crash_run.h"
#include "tests/process/process_tree.h"

namespace disk_full_test {

// The disk is full: a clean stop that names the file, nothing lost, and the run can be resumed when there is room.

namespace {

using namespace std::chrono_literals;
using namespace crash;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

const CrashRun kRun{300, arena::Isolation::none};

/// A shell script with the arena's command in "$@" and more words before it as $0, $1, ... of `shell`.
processes::Finished shell(const std::vector<std::string>& start, const std::string& script, const std::string& zero,
                          const fs::path& out) {
  std::vector<std::string> words = start;
  words.insert(words.end(), {"sh", "-c", script, zero});
  for (const std::string& word : kRun.words(out)) words.push_back(word);
  return processes::run(words, 60s);
}

/// Root's arena starts with copies of its programs, which are larger than the files that are to be too large here.
std::vector<std::string> not_as_root() {
  if (::geteuid() != 0) return {};
  return {"unshare", "-U", "--map-user=1000", "--map-group=1000"};
}

void check_stopped_for_space(const processes::Finished& finished, int code, const std::string& reason,
                             const std::string& folder) {
  INFO(finished.err);
  CHECK(code == 1);
  CHECK_THAT(finished.err, ContainsSubstring(reason));
  CHECK_THAT(finished.err, ContainsSubstring(folder));
  CHECK_THAT(finished.err, ContainsSubstring(".json"));
}

}  // namespace

TEST_CASE("a full disk stops the run with the name of the file, and nothing is lost") {
  processes::adopt_orphans();
  if (processes::run({"unshare", "-Urm", "true"}, 10s).end.number != 0) {
    if (processes::is_required(arena::Isolation::user)) FAIL("no user and mount namespaces here");
    SKIP("no user and mount namespaces here");
  }
  const arena::test::ScratchFolder folder;
  kRun.finish(folder / "whole");
  fs::create_directory(folder / "disk");
  // The small disk lives as long as the script: all that is to be seen is copied out of it.
  const std::string script =
      // Of the machine's temporary folders nobody knows the owner in there.
      "export TMPDIR=\"$0\"; cd \"$0\" && mount -t tmpfs -o size=2m tmpfs disk || exit 99\n"
      "head -c 1948k /dev/zero >disk/ballast || exit 98\n"
      "arena() { unshare -U --map-user=1000 --map-group=1000 \"$@\"; }\n"
      "arena \"$@\"; echo $? >full.code; cp -r disk/run full\n"
      "arena \"$@\"; echo $? >again.code; cp -r disk/run again\n"
      "rm disk/ballast\n"
      "arena \"$@\"; echo $? >room.code; cp -r disk/run room\n";
  const auto finished = shell({"unshare", "-Urm"}, script, folder.path().string(), folder / "disk" / "run");
  INFO(finished.err);
  REQUIRE(finished.end.number == 0);
  CHECK(processes::left_after(kGone) == "");
  check_stopped_for_space(finished, std::stoi(arena::test::read_file(folder / "full.code")), "No space left on device",
                          (folder / "disk" / "run").string());
  CHECK_THAT(finished.err, ContainsSubstring("the records of 300 games need about "));
  CHECK(arena::test::read_file(folder / "again.code") == "1\n");
  CHECK(arena::test::read_file(folder / "room.code") == "0\n");
  for (const char* stopped : {"full", "again"}) {
    INFO(stopped);
    CHECK(torn_bytes_of(folder / stopped) == 0);
    const std::size_t games = processes::games_of(folder / stopped).size();
    CHECK(games > 5);
    CHECK(games < 300);
    check_verified(folder / stopped);
  }
  check_verified(folder / "room");
  check_same_games(folder / "room", folder / "whole");
}

TEST_CASE("a bound on the size of files stops the run like a full disk") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  kRun.finish(folder / "whole");
  const fs::path out = folder / "run";
  // Blocks of 512 bytes.
  const auto full = shell(not_as_root(), "ulimit -f 100; exec \"$@\"", "sh", out);
  INFO(full.err);
  REQUIRE(full.end.exited);
  check_stopped_for_space(full, full.end.number, "File too large", out.string());
  CHECK(processes::left_after(kGone) == "");
  CHECK(torn_bytes_of(out) == 0);
  const std::size_t games = processes::games_of(out).size();
  CHECK(games > 5);
  CHECK(games < 300);
  check_verified(out);
  const auto finished = kRun.finish(out);
  CHECK_THAT(finished.err, ContainsSubstring("resuming after " + std::to_string(games) + " games"));
  check_same_games(out, folder / "whole");
}

TEST_CASE("a disk that is full from the start is named, and nothing is played") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder folder;
  const fs::path out = folder / "run";
  const auto full = shell(not_as_root(), "ulimit -f 1; exec \"$@\"", "sh", out);
  INFO(full.err);
  REQUIRE(full.end.exited);
  check_stopped_for_space(full, full.end.number, "File too large", out.string());
  CHECK(torn_bytes_of(out) == 0);
  CHECK(processes::left_after(kGone) == "");
  const CrashRun few{8, arena::Isolation::none};
  few.finish(out);  // the folder holds no other run
}

TEST_CASE("a folder that cannot be written is named", "[memory]") {
  const auto refused = processes::run(kRun.words("/proc/hearts"), 10s);
  INFO(refused.err);
  CHECK(refused.end.exited);
  CHECK(refused.end.number == 1);
  CHECK_THAT(refused.err, ContainsSubstring("/proc/hearts"));
}

}  // namespace disk_full_test
