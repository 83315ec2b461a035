#include <csignal>
#include <filesystem>
#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"
#include "tests/process/zoo/visit.h"

namespace changed_test {

// Programs that are missing, cannot be run, or change under a run.

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using namespace zoo;
using arena::Isolation;

constexpr fs::perms kForAll = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                              fs::perms::others_read | fs::perms::others_exec;

/// A bot's folder whose command is ./bot.
fs::path make_bot(const OpenFolder& folder, const std::string& name) {
  fs::path home = folder.make(name + ".home");
  arena::test::write_file(home / "bot.json", R"({"name": ")" + name + R"(", "command": ["./bot"]})");
  return home;
}

/// What the arena says of it before any game, having refused to play.
std::string refusal(const OpenFolder& folder, const fs::path& bot) {
  const fs::path out = folder / "run";
  processes::ChildProcess arena(run_words(bot, Isolation::none, out, folder.make("tmp")));
  const auto end = arena.wait(10s);
  REQUIRE(end);
  CHECK(end->exited);
  CHECK(end->number == 2);
  CHECK_FALSE(fs::exists(out));
  return arena.err();
}

/// The honest bot after a slow start: when its first process has begun, most are still to be started.
void make_slow_bot(const fs::path& home) {
  fs::copy_file(honest_command(), home / "honest");
  arena::test::write_file(home / "bot",
                          "#!/usr/bin/env python3\n"
                          "import os, time\n"
                          "time.sleep(0.5)\n"
                          "os.execv('./honest', ['honest'])\n");
  fs::permissions(home / "bot", kForAll);
  fs::permissions(home / "honest", kForAll);
}

/// Plays a block with a bot whose own files are changed once the arena has its copy; nothing may come of it.
void plays_on(Isolation isolation, void (*change)(const fs::path& home)) {
  processes::adopt_orphans();
  const OpenFolder folder;
  const fs::path home = make_bot(folder, "changed");
  make_slow_bot(home);
  const fs::path out = folder / "run";
  const fs::path temporary = folder.make("tmp");
  processes::ChildProcess arena(run_words(home, isolation, out, temporary));
  const auto runs = [] {
    for (const processes::Process& process : processes::descendants()) {
      if (process.name.starts_with("python")) return true;
    }
    return false;
  };
  REQUIRE(processes::happens_within(5s, runs));
  change(home);
  const auto end = arena.wait(15s);
  INFO(arena.err());
  REQUIRE(end);
  REQUIRE(end->number == 0);
  CHECK(processes::left_after(2s) == "");
  References references(folder);
  const std::vector<Visit> games = visits_in(out);
  CHECK(games.size() == 4);
  for (const Visit& one : games) {
    CHECK(one.game.result.faults.empty());
    CHECK(processes::play_of(one.game) == references.play(one.game.id, 0));
  }
}

void overwrite(const fs::path& home) { arena::test::write_file(home / "bot", "#!/bin/sh\nexit 66\n"); }

void remove_home(const fs::path& home) { fs::remove_all(home); }

}  // namespace

TEST_CASE("a bot whose program is missing is refused before the first game") {
  const OpenFolder folder;
  CHECK_THAT(refusal(folder, make_bot(folder, "absent")), Catch::Matchers::ContainsSubstring("./bot does not exist"));
}

TEST_CASE("a bot whose program is not executable is refused before the first game") {
  const OpenFolder folder;
  const fs::path home = make_bot(folder, "plain");
  arena::test::write_file(home / "bot", "#!/bin/sh\n");
  CHECK_THAT(refusal(folder, home), Catch::Matchers::ContainsSubstring("./bot is not executable"));
}

TEST_CASE("a bot whose interpreter is missing cannot start, and the table plays on") {
  processes::adopt_orphans();
  const OpenFolder folder;
  const fs::path home = make_bot(folder, "foreign");
  arena::test::write_file(home / "bot", "#!/nowhere/interpreter\n");
  fs::permissions(home / "bot", kForAll);
  const Visits seen = visit(home, Isolation::none, folder / "run", folder.make("tmp"), 10s);
  CHECK(processes::left_after(2s) == "");
  References references(folder);
  for (const Visit& one : seen.games) {
    REQUIRE(one.game.result.faults.size() == 1);
    CHECK(one.game.result.faults.front().fault == arena::Fault::start_failed);
    CHECK(one.game.result.faults.front().seat == one.seat);
    CHECK(processes::play_of(one.game) == references.play(one.game.id, 1));
  }
}

TEST_EVERY_LEVEL("what was hashed plays, though its program is written over in mid-run") {
  plays_on(isolation, overwrite);
}

TEST_EVERY_LEVEL("what was hashed plays, though its folder is taken away in mid-run") {
  plays_on(isolation, remove_home);
}

}  // namespace changed_test
