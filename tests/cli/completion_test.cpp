// What is made from the tables of commands and options: help by name, near names, completion, the manual.

#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/cli/arena_command.h"
#include "tests/unit/records/scratch_folder.h"

namespace completion_test {

using namespace cli_test;
using arena::test::ScratchFolder;
using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

namespace {

Outcome arena_here(const Words& words) { return run_arena(std::filesystem::temp_directory_path(), words); }

/// What bash offers for the last of these words.
std::set<std::string> offered(const std::filesystem::path& folder, const std::string& words, int count) {
  const std::string script = "source arena.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(count - 1) +
                             "; compopt() { :; }; _arena; printf '%s\\n' \"${COMPREPLY[@]}\"";
  arena::test::write_bytes(folder / "ask.sh", script);
  const std::string command = "cd '" + folder.string() + "' && bash ask.sh";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  ::pclose(pipe);
  std::istringstream lines(text);
  std::set<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) found.insert(line);
  }
  return found;
}

}  // namespace

TEST_CASE("help takes the name of a command") {
  CHECK(arena_here({"help"}).out == arena_here({"--help"}).out);
  for (const char* command : {"run", "rate", "help"}) {
    const Outcome help = arena_here({"help", command});
    CHECK(help.code == 0);
    CHECK(help.out == arena_here({command, "--help"}).out);
  }
}

TEST_CASE("the version names the commit and the protocol") {
  const Outcome version = arena_here({"--version"});
  CHECK(version.code == 0);
  CHECK_THAT(version.out,
             ContainsSubstring("arena ") && ContainsSubstring("(commit ") && ContainsSubstring(", protocol 1)\n"));
  CHECK(arena_here({"-V"}).out == version.out);
}

TEST_CASE("a mistyped command or option is told with the nearest one") {
  CHECK(one_error(arena_here({"rnu"})) == "there is no command 'rnu'; the nearest is run; 'arena help' lists all");
  CHECK(one_error(arena_here({"help", "raet"})) ==
        "there is no command 'raet'; the nearest is rate; 'arena help' lists all");
  CHECK(one_error(arena_here({"run", "a", "b", "--blcks", "3"})) ==
        "'arena run' has no option --blcks; the nearest is --blocks; 'arena run --help' explains");
  CHECK(one_error(arena_here({"--versoin"})) ==
        "'arena' has no option --versoin; the nearest is --version; 'arena --help' explains");
}

TEST_CASE("bash completes commands, options and their words") {
  const ScratchFolder folder;
  arena::test::write_bytes(folder / "arena.bash", arena_here({"completion", "bash"}).out);
  CHECK(offered(folder.path(), "arena ver", 2) == std::set<std::string>{"verify"});
  CHECK(offered(folder.path(), "arena help ver", 3) == std::set<std::string>{"verify"});
  CHECK(offered(folder.path(), "arena rate --mar", 3) == std::set<std::string>{"--markdown"});
  CHECK(offered(folder.path(), "arena doctor --require-isolation con", 4) == std::set<std::string>{"confined"});
  CHECK(offered(folder.path(), "arena --log-level warn", 3) == std::set<std::string>{"warning"});
  const std::set<std::string> commands = offered(folder.path(), "arena ''", 2);
  CHECK(commands.contains("run"));
  CHECK(commands.contains("completion"));
}

TEST_CASE("each shell's script and the manual know every command and option") {
  const ScratchFolder folder;
  const Outcome pages = run_arena(folder.path(), {"help", "--man-pages", "man"});
  CHECK(pages.code == 0);
  const std::string bash = arena_here({"completion", "bash"}).out;
  const std::string zsh = arena_here({"completion", "zsh"}).out;
  const std::string fish = arena_here({"completion", "fish"}).out;
  const std::string all = arena::test::bytes_of(folder / "man/arena.1");
  int options = 0;
  for (const auto& page : std::filesystem::directory_iterator(folder / "man")) {
    const std::string name = page.path().stem().string();
    if (name == "arena") continue;
    const std::string command = name.substr(name.find('-') + 1);
    INFO(command);
    CHECK_THAT(all, ContainsSubstring("\\fB" + command + "\\fR"));
    for (const std::string* script : {&bash, &zsh, &fish}) CHECK_THAT(*script, ContainsSubstring(command));
    const std::string manual = arena::test::bytes_of(page.path());
    std::istringstream help(arena_here({"help", command}).out);
    for (std::string line; std::getline(help, line);) {
      if (!line.starts_with("  --")) continue;
      const std::string option = line.substr(2, line.find(' ', 2) - 2);
      std::string in_page = "\\fB";
      for (const char c : option) in_page += c == '-' ? std::string("\\-") : std::string(1, c);
      CHECK_THAT(manual, ContainsSubstring(in_page + "\\fR"));
      CHECK_THAT(bash, ContainsSubstring(option));
      CHECK_THAT(zsh, ContainsSubstring(option));
      CHECK_THAT(fish, ContainsSubstring("-l " + option.substr(2)));
      ++options;
    }
  }
  CHECK(options > 100);
  CHECK(one_error(arena_here({"completion", "tcsh"})).find("tcsh") != std::string::npos);
}

}  // namespace completion_test
