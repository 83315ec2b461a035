#include <array>
#include <cstdlib>

#include "tests/cli/arena_command.h"

namespace help_test {

using namespace cli_test;

namespace {

constexpr std::array kCommands = {"init",     "check",       "plan",     "run",    "merge",      "slurm",
                                  "gauntlet", "duel",        "watch",    "play",   "rate",       "compare",
                                  "report",   "export",      "replay",   "retry",  "verify",     "adjudicate",
                                  "submit",   "submissions", "variants", "doctor", "completion", "help"};

/// The text is that of the snapshot, whatever the version of CLI11.
void check_snapshot(const std::string& name, const std::string& text) {
  const fs::path file = fs::path(HEARTS_SOURCE_DIR "/tests/cli/snapshots") / name;
  if (std::getenv("HEARTS_WRITE_SNAPSHOTS") != nullptr) arena::test::write_file(file, text);
  CHECK(text == arena::test::read_file(file));
}

Outcome arena_here(const Words& arguments) { return run_arena(fs::temp_directory_path(), arguments); }

}  // namespace

TEST_CASE("the program's help is the one in the snapshot") {
  const Outcome help = arena_here({"--help"});
  CHECK(help.code == 0);
  CHECK(help.err.empty());
  check_snapshot("help.txt", help.out);
  CHECK(arena_here({"-h"}).out == help.out);
}

TEST_CASE("each command's help is the one in the snapshot") {
  for (const char* command : kCommands) {
    INFO(command);
    const Outcome help = arena_here({command, "--help"});
    CHECK(help.code == 0);
    CHECK(help.err.empty());
    check_snapshot(std::string("help_") + command + ".txt", help.out);
  }
}

TEST_CASE("'arena help' is the help of the program, and of a command that is named") {
  CHECK(arena_here({"help"}).out == arena_here({"--help"}).out);
  for (const char* command : kCommands) CHECK(arena_here({"help", command}).out == arena_here({command, "-h"}).out);
}

TEST_CASE("no command is left out here") {
  Words commands;
  bool listed = false;
  for (const std::string& line : lines_of(arena_here({"--help"}).out)) {
    if (listed && line.starts_with("  ") && line[2] != ' ') commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Commands:") listed = true;
  }
  CHECK(commands == Words(kCommands.begin(), kCommands.end()));
}

TEST_CASE("no line of a help text is too long for a wide terminal") {
  std::vector<Words> helps = {{"-h"}};
  for (const char* command : kCommands) helps.push_back({command, "-h"});
  for (const Words& words : helps) {
    for (const std::string& line : lines_of(arena_here(words).out)) {
      INFO(line);
      CHECK(line.size() <= 132);
    }
  }
}

TEST_CASE("the version is a line", "[memory]") {
  const Outcome version = arena_here({"--version"});
  CHECK(version.code == 0);
  CHECK(version.err.empty());
  CHECK_THAT(version.out, Matches("arena [0-9]+\\.[0-9]+\\.[0-9]+ \\(commit ([0-9a-f]{12}(-dirty)?|unknown), "
                                  "protocol 1\\)\n"));
  CHECK(arena_here({"-V"}).out == version.out);
}

}  // namespace help_test
