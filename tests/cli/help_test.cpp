#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "tests/cli/arena_command.h"

namespace help_test {

using namespace cli_test;

namespace {

constexpr std::array kCommands = {
    "init",    "check",       "play",     "run",        "replay",     "retry",    "duel",     "plan",       "watch",
    "submit",  "submissions", "withdraw", "disqualify", "reinstate",  "gauntlet", "merge",    "slurm",      "rate",
    "compare", "report",      "export",   "verify",     "adjudicate", "doctor",   "variants", "completion", "help"};

/// The commands in the program's help with the headings they are under, in its order.
std::vector<std::pair<std::string, Words>> listed_sections(const std::string& help) {
  std::vector<std::pair<std::string, Words>> sections;
  for (const std::string& line : lines_of(help)) {
    if (line.ends_with(':') && !line.starts_with(' ')) sections.emplace_back(line, Words{});
    if (!sections.empty() && line.starts_with("  ") && line[2] != ' ' && line[2] != '-')
      sections.back().second.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return sections;
}

/// The options that a help text describes under each heading.
std::vector<std::pair<std::string, int>> described_options(const std::string& help) {
  std::vector<std::pair<std::string, int>> headings;
  for (const std::string& line : lines_of(help)) {
    if (line.ends_with(':') && !line.starts_with(' ')) headings.emplace_back(line, 0);
    if (line.starts_with("  -")) ++headings.back().second;
  }
  return headings;
}

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
  for (const auto& [title, names] : listed_sections(arena_here({"--help"}).out)) {
    for (const std::string& name : names) {
      if (std::ranges::find(commands, name) == commands.end()) commands.push_back(name);
    }
  }
  CHECK(commands == Words(kCommands.begin(), kCommands.end()));
}

TEST_CASE("the program's help groups the commands by what one wants to do") {
  const auto sections = listed_sections(arena_here({"--help"}).out);
  REQUIRE(sections.size() == 5);
  CHECK(sections[0].first == "Write a bot:");
  CHECK(sections[0].second == Words{"init", "check", "play", "run", "replay", "retry", "duel"});
  CHECK(sections[1].first == "Run a tournament:");
  CHECK(sections[1].second == Words{"plan", "run", "watch", "submit", "submissions", "withdraw", "disqualify",
                                    "reinstate", "gauntlet", "merge", "slurm"});
  CHECK(sections[2].first == "Look at results:");
  CHECK(sections[4] == std::pair(std::string("Options:"), Words{}));
}

TEST_CASE("no heading of a help text has more than eight options") {
  for (const char* command : kCommands) {
    for (const auto& [heading, options] : described_options(arena_here({command, "-h"}).out)) {
      INFO(command << ": " << heading);
      CHECK(options <= 8);
    }
  }
}

TEST_CASE("what 'arena help run' describes is only named in the help of other commands") {
  const std::string run = arena_here({"help", "run"}).out;
  CHECK_THAT(run, ContainsSubstring("\n  --bank MS ") && ContainsSubstring("\n  --isolation LEVEL ") &&
                      !ContainsSubstring("Other options"));
  for (const char* command : {"duel", "plan", "check"}) {
    INFO(command);
    CHECK_THAT(arena_here({"help", command}).out,
               ContainsSubstring("Other options, which 'arena help run' describes:") && ContainsSubstring("--bank,") &&
                   !ContainsSubstring("\n  --bank "));
  }
}

TEST_CASE("the default of each time is within the range that is printed") {
  CHECK_THAT(arena_here({"help", "run"}).out,
             ContainsSubstring("a game about the laws of the table [1 to 86400000; default 3000]\n"));
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
