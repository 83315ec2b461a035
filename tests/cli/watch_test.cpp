// A run is watched from another terminal, and never disturbed.

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

#include "tests/cli/arena_command.h"
#include "tests/process/terminal_program.h"

namespace watch_test {

using namespace cli_test;

namespace {

Words league() {
  return {sample_bot("random_c"),
          sample_bot("watch_c"),
          "--variant",
          "royal-classic@2",
          "--hands",
          "1",
          "--isolation",
          "none"};
}

Words run_words(const Words& more) {
  return Words{"run"} + league() + Words{"--seed", "7", "--out", "season", "--log-level", "error"} + more;
}

}  // namespace

TEST_CASE("watch shows the state of a run while it is played, stopped and over", "[memory]") {
  const ScratchFolder folder;
  const auto watched = [&] {
    const auto before = files_of(folder.path());
    const Outcome outcome = run_arena(folder.path(), {"watch", "season", "--once"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(files_of(folder.path()) == before);
    return outcome.out;
  };
  REQUIRE(run_arena(folder.path(), run_words({"--blocks", "64"})).code == 0);
  const std::string over = watched();
  CHECK_THAT(over, StartsWith("season: 128 of 128 games, ended\n\n"));
  CHECK_THAT(over, ContainsSubstring("\n   1  watch_c "));
  CHECK_THAT(over, ContainsSubstring("\n±: half of the 95% interval, computed over blocks.\n"));

  // As an arena that was killed leaves it: without the end, and a line torn.
  const std::string records = read_file(folder.path() / "season/games.jsonl");
  const std::size_t end = records.rfind('\n', records.size() - 2);
  write_file(folder.path() / "season/games.jsonl", records.substr(0, end - 100));
  CHECK_THAT(watched(), StartsWith("season: 127 of 128 games; no arena on this machine is playing it\n") &&
                            ContainsSubstring("\n± so far: half of a 95% band"));

  // The lock is that of an arena; it is not taken.
  const int held = ::open((folder.path() / "season/games.jsonl").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(held, LOCK_EX | LOCK_NB) == 0);
  CHECK_THAT(watched(), StartsWith("season: 127 of 128 games, ") && ContainsSubstring(" a second, 1 s to go\n"));
  ::close(held);

  // It is resumed, and extended.
  REQUIRE(run_arena(folder.path(), run_words({"--blocks", "64"})).code == 0);
  REQUIRE(run_arena(folder.path(), run_words({"--blocks", "70", "--extend"})).code == 0);
  CHECK_THAT(watched(), StartsWith("season: stage 2: 12 of 12 games, ended\n") &&
                            ContainsSubstring("\n±: half of a 95% band that is right at all looks together"));
}

TEST_CASE("watch shows the last faults, and fits the terminal's lines") {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "bad");
  write_file(folder.path() / "bad/bot.json", R"({"name": "bad", "command": ["sh", "bad.sh"]})");
  write_file(folder.path() / "bad/bad.sh", "read hello\necho ready\nread game\nexit 0\n");
  Words words = run_words({"--blocks", "8"});
  words[1] = "bad";
  REQUIRE(run_arena(folder.path(), words).code == 0);
  const Outcome outcome = run_arena(folder.path(), {"watch", "season", "--once"});
  CHECK_THAT(outcome.out, ContainsSubstring("\n\n16 faults, the last of them:\n  game b"));
  CHECK_THAT(outcome.out, ContainsSubstring(": bad: exited: exit code 0\n"));
}

TEST_CASE("a run is watched without standings while no block of it is whole") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), run_words({"--blocks", "2"})).code == 0);
  const std::string records = read_file(folder.path() / "season/games.jsonl");
  write_file(folder.path() / "season/games.jsonl", records.substr(0, records.find('\n', records.find('\n') + 1) + 1));
  const Outcome outcome = run_arena(folder.path(), {"watch", "season", "--once"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == "season: 1 of 4 games; no arena on this machine is playing it\n");
}

TEST_CASE("the standings are written while a run is played") {
  const ScratchFolder folder;
  const auto standings = folder.path() / "season/standings.md";
  // Until a block is rated: on a slow machine that takes a while.
  for (int seconds = 2; seconds <= 32 && !fs::exists(standings); seconds *= 2)
    REQUIRE(kill_arena_after(seconds, folder.path(), run_words({"--blocks", "100000"})).code != 0);
  REQUIRE(fs::exists(standings));
  CHECK_THAT(read_file(standings), ContainsSubstring("| watch_c |"));
  CHECK_THAT(read_file(folder.path() / "season/ratings.json"), StartsWith("{\"v\":"));
  CHECK_THAT(run_arena(folder.path(), {"watch", "season", "--once"}).out, ContainsSubstring(" of 200000 games"));
  CHECK_THAT(run_arena(folder.path(), {"verify", "season"}).out,
             ContainsSubstring(" was written while the run was in progress, so it is not"));
}

TEST_CASE("watch shows the shards of a run that are complete and those in progress") {
  const ScratchFolder folder;
  REQUIRE(
      run_arena(folder.path(), Words{"plan"} + league() + Words{"--blocks", "6", "--commit", "season", "--shards", "3"})
          .code == 0);
  const Words play = Words{"run"} + league() + Words{"--blocks", "6", "--out", "season", "--shard"};
  const auto watched = [&] { return run_arena(folder.path(), {"watch", "season", "--once"}).out; };
  REQUIRE(run_arena(folder.path(), play + Words{"0/3"}).code == 0);
  REQUIRE(run_arena(folder.path(), play + Words{"2/3"}).code == 0);
  CHECK_THAT(watched(),
             StartsWith("season: 8 of 12 games; 2 of 3 shards complete\n\n") && ContainsSubstring("watch_c"));

  // An attempt at the last one, of which one game is there.
  fs::copy(folder / "season/shards/2-of-3", folder / "season/shards/1-of-3.host-1.part", fs::copy_options::recursive);
  const fs::path games = folder / "season/shards/1-of-3.host-1.part/games.jsonl";
  const std::string records = read_file(games);
  write_file(games, records.substr(0, records.find('\n', records.find('\n') + 1) + 1));
  CHECK_THAT(watched(), StartsWith("season: 8 of 12 games; 2 of 3 shards complete, 1 in progress with 1 game\n"));

  fs::remove_all(games.parent_path());
  REQUIRE(run_arena(folder.path(), play + Words{"1/3"}).code == 0);
  CHECK_THAT(watched(),
             StartsWith("season: 12 of 12 games; 3 of 3 shards complete; to join them: arena merge season\n"));
  REQUIRE(run_arena(folder.path(), {"merge", "season"}).code == 0);
  CHECK_THAT(watched(), StartsWith("season: 12 of 12 games, ended\n"));
}

TEST_CASE("watch waits for a run that has not begun") {
  const ScratchFolder folder;
  processes::TerminalProgram watch({HEARTS_ARENA_PROGRAM, "watch", (folder / "deep/season").string()}, 200);
  CHECK_THAT(watch.read_until("press Ctrl-C.\n"),
             StartsWith("No run has begun in ") && ContainsSubstring("season yet."));
  fs::create_directory(folder / "deep");
  Words words = run_words({"--blocks", "2"});
  std::replace(words.begin(), words.end(), std::string("season"), std::string("deep/season"));
  REQUIRE(run_arena(folder.path(), words).code == 0);
  CHECK(watch.wait() == 0);
}

TEST_CASE("what cannot be watched is reported in a sentence") {
  const ScratchFolder folder;
  const auto error = [&](const std::string& run) {
    return one_error(run_arena(folder.path(), {"watch", run, "--once"}));
  };
  CHECK(error("nowhere") == "there is no run 'nowhere'; give the folder of a run, or its games.jsonl");
  fs::create_directory(folder.path() / "empty");
  CHECK(error("empty") == "empty has no games.jsonl, so it is not the folder of a run");
  REQUIRE(run_arena(folder.path(), run_words({"--blocks", "2"})).code == 0);
  CHECK(error("season/games.jsonl") ==
        "season/games.jsonl is not the folder of a run; watch needs the folder, not a file in it");
  std::string records = read_file(folder.path() / "season/games.jsonl");
  records[records.find("scores")] = 'x';
  write_file(folder.path() / "season/games.jsonl", records);
  CHECK_THAT(error("season"), StartsWith("season/games.jsonl:2: damaged: the checksum is "));
}

}  // namespace watch_test
