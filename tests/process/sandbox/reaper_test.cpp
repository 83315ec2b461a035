#include "arena/bots/sandbox/reaper.h"
#include "arena/bots/sandbox/staging.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <memory>

#include "arena/bots/sandbox/cgroup.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/process_tree.h"
#include "tests/scratch_folder.h"

namespace reaper_test {

// What a killed arena leaves is removed by its reaper.

using namespace std::chrono_literals;

namespace {

/// A child that does this, and is then killed while it waits.
void killed_after(const std::function<void()>& act) {
  int done[2];
  REQUIRE(::pipe(done) == 0);
  const pid_t arena = ::fork();
  if (arena == 0) {
    act();
    if (::write(done[1], "x", 1) != 1) ::_exit(1);
    ::pause();
  }
  char byte = 0;
  REQUIRE(::read(done[0], &byte, 1) == 1);
  ::kill(arena, SIGKILL);
  ::waitpid(arena, nullptr, 0);
  ::close(done[0]);
  ::close(done[1]);
}

}  // namespace

TEST_CASE("a folder goes with its killed arena, and the reaper too") {
  processes::adopt_orphans();
  const arena::test::ScratchFolder scratch;
  killed_after([&] {
    const auto* reaper = new arena::Reaper;  // a killed arena destroys nothing
    const auto* staging = new arena::Staging({scratch.path()}, false);
    arena::test::write_file(staging->make_folder() / "file", "text");
    reaper->watch_folder(staging->path());
    std::filesystem::create_directory(scratch / "own");
    reaper->watch_folder(scratch / "own");
    arena::test::write_file(scratch / "own/file", "text");
  });
  CHECK(processes::left_after(5s) == "");
  CHECK(std::filesystem::remove_all(scratch / "own") == 2);  // no arena has made it
  CHECK(std::filesystem::is_empty(scratch.path()));
}

TEST_CASE("a control group goes with its killed arena, and what still runs in it") {
  NEEDS_LEVEL(arena::Isolation::full);
  processes::adopt_orphans();
  int paths[2];
  REQUIRE(::pipe(paths) == 0);
  killed_after([&] {
    const auto* reaper = new arena::Reaper;
    std::string reason;
    auto* parent = arena::CgroupParent::open(reason, reaper).release();
    const auto* group = parent->lease({}).release();
    if (::fork() == 0) {
      for (int procs : group->procs()) {
        if (::write(procs, "0", 1) != 1) ::_exit(1);
      }
      const std::string path = parent->folders().front().string();
      if (::write(paths[1], path.data(), path.size()) < 0) ::_exit(1);
      ::execlp("sleep", "sleep", "1000", nullptr);
    }
    char some[4096];
    const ssize_t size = ::read(paths[0], some, sizeof some);  // it has joined
    if (::write(paths[1], some, static_cast<std::size_t>(size)) < 0) ::_exit(1);
  });
  char path[4096] = {};
  REQUIRE(::read(paths[0], path, sizeof path - 1) > 0);
  CHECK(processes::left_after(5s) == "");
  CHECK_FALSE(std::filesystem::exists(path));
  ::close(paths[0]);
  ::close(paths[1]);
}

TEST_CASE("an arena that ends in order waits for its reaper") {
  processes::adopt_orphans();
  {
    const arena::Reaper reaper;
  }
  CHECK(processes::left_after(0ms) == "");
}

}  // namespace reaper_test
