// Folders of records that strangers have filled. No command waits for one of their files, or reads one without end.

#include <sys/stat.h>

#include <chrono>
#include <string>

#include "tests/cli/arena_command.h"

namespace hostile_folder_test {

using namespace cli_test;
using namespace std::chrono_literals;

namespace {

Words run_words() {
  return {"run",         sample_bot("random_c"),
          "--games",     "2",
          "--hands",     "1",
          "--variant",   "*@2",
          "--seed",      "7",
          "--out",       "run",
          "--name",      "league",
          "--log-level", "error",
          "--isolation", "none"};
}

const Words kFiles = {"games.jsonl",  "timings.jsonl", "faults.jsonl", "receipt.txt",
                      "ratings.json", "standings.md",  "key"};

/// Something else in place of a file of records.
void put_pipe(const fs::path& file) {
  fs::remove(file);
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
}
void put_endless_device(const fs::path& file) {
  fs::remove(file);
  fs::create_symlink("/dev/zero", file);
}
void put_folder(const fs::path& file) {
  fs::remove(file);
  fs::create_directory(file);
}
void put_link_to_itself(const fs::path& file) {
  fs::remove(file);
  fs::create_symlink(file.filename(), file);
}

}  // namespace

TEST_CASE("no command waits for a file in a folder of records, or reads one without end") {
  const ArenaFolder folder;
  folder.does(run_words());
  fs::rename(folder / "run", folder / "whole");
  const std::vector<Words> commands = {{"rate", "run"},
                                       {"compare", "run"},
                                       {"report", "run", "--out", "page.html"},
                                       {"export", "run", "--csv", "tables"},
                                       {"export", "run", "--sqlite", "tables.db"},
                                       {"verify", "run"},
                                       {"replay", "run"},
                                       {"replay", "run", "b0g0"},
                                       {"retry", "run", "b0g0", "1", sample_bot("random_c"), "--seat", "0"},
                                       {"watch", "run", "--once"},
                                       {"merge", "run"},
                                       run_words()};
  for (const auto& replace : {put_pipe, put_endless_device, put_folder, put_link_to_itself}) {
    for (const std::string& name : kFiles) {
      for (const Words& command : commands) {
        fs::remove_all(folder / "run");
        fs::remove_all(folder / "tables");
        fs::copy(folder / "whole", folder / "run", fs::copy_options::recursive);
        replace(folder / "run" / name);
        const auto start = std::chrono::steady_clock::now();
        const Outcome outcome = run_arena(folder.path(), command);
        INFO(name << " in " << command[0] << ": " << outcome.code << "\n" << outcome.err);
        // Nobody writes to the pipe, and the device has no end: a command that waits or reads on never ends.
        CHECK(std::chrono::steady_clock::now() - start < 60s);
        CHECK(outcome.code <= 2);
        if (outcome.code == 2 && command[0] != "merge") CHECK_THAT(outcome.err, ContainsSubstring(name));
        if (name == "games.jsonl") CHECK(outcome.code != 0);
      }
    }
  }
}

TEST_CASE("an end of the records that no arena wrote is an error for every command") {
  const ArenaFolder folder;
  folder.does(run_words());
  const std::string games = read_file(folder / "run/games.jsonl");
  write_file(folder / "run/games.jsonl", games + "a note of mine");
  const std::vector<Words> commands = {{"rate", "run"},   {"verify", "run"},  {"replay", "run"},
                                       {"report", "run"}, {"compare", "run"}, {"export", "run", "--csv", "tables"},
                                       run_words()};
  for (const Words& command : commands) {
    INFO(command[0]);
    const Outcome outcome = run_arena(folder.path(), command);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("run/games.jsonl: its last line is neither a record of a run nor a torn "
                                              "record"));
  }
  CHECK(read_file(folder / "run/games.jsonl") == games + "a note of mine");
}

}  // namespace hostile_folder_test
