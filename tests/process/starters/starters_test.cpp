// Each starter is made by `arena init`, built by the command in its bot.json, and plays.

#include "arena/bots/package/starter.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "arena/bots/package/bot_entry.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/starters/played_bot.h"

namespace starters_test {

using starter_test::play_twice;
using starter_test::run_well;
using starter_test::skip_where_missing;

namespace {

/// The two-hand game, a full table, Jokers on a suit ring, a kitty that its taker sees, a moon that asks its shooter.
const std::vector<std::string> kVariants = {"royal@2", "omnibus@6", "green-queen-jokers@4",
                                            "black-lady@5+kitty_first+leftover.visibility=taker", "royal-classic@3"};

/// Each forgets at game, bears what it does not know, and leaves at quit and at the end of input. `folder` has the bot
/// in `newcomer`.
void check_lines(const arena::test::ScratchFolder& folder, const std::vector<std::string>& start) {
  const std::string game = "game 205738d1 variant=x seats=4 you=1 botseed=188027056\r\n";
  const std::string question = "ask 7 play 1 500 30000 new=1 : 4C 4D 4S 4H\n";
  // The same question three times: fresh, after another game, and up to the end of input.
  arena::test::write_file(folder / "input",
                          "hello arena 1 new=1\n\nweather x : y\n" + game + question +
                              "points QS=13 4C=9 new=x new\nplay 0 2C new=1\nask 8 riddle 2 500 1 : a b c\n" + game +
                              question + "quit\nask 9 play 1 500 30000 : 4C\n");
  arena::test::write_file(folder / "short", "hello arena 1\n" + game + question);
  const auto answers = [&](const std::string& input) {
    std::vector<std::string> line = {"sh", "-c", "exec \"$@\" < ../" + input, "sh"};
    line.insert(line.end(), start.begin(), start.end());
    return run_well(folder / "newcomer", line);
  };
  const std::string said = answers("input");
  const std::string fresh = answers("short");
  REQUIRE(fresh.starts_with("ready\n7 4"));
  const std::string answer = fresh.substr(fresh.find('\n') + 1);
  CHECK(said == "ready\n" + answer + "8 a b\n" + answer);
}

void check_starter(std::string_view language) {
  const arena::Starter& starter = arena::find_starter(language);
  const char* path = std::getenv("PATH");
  skip_where_missing(language, arena::missing_programs(starter, path == nullptr ? "" : path), starter.packages);

  const arena::test::ScratchFolder folder;
  run_well(folder.path(), processes::arena_words({"init", std::string(language), "newcomer"}));
  const arena::BotManifest commands = arena::manifest_of(starter);
  if (!commands.build.empty()) run_well(folder / "newcomer", commands.build);
  CHECK(arena::find_bot("newcomer", folder.path()).name == "newcomer");
  check_lines(folder, commands.command);
  play_twice({folder / "newcomer", HEARTS_RANDOM_BOT}, kVariants);
}

}  // namespace

TEST_CASE("the starter in Python plays, and plays the same again") { check_starter("python"); }
TEST_CASE("the starter in Python on the client module plays, and plays the same again") {
  check_starter("python-client");
}
TEST_CASE("the starter in C plays, and plays the same again") { check_starter("c"); }
TEST_CASE("the starter in C++ plays, and plays the same again") { check_starter("cpp"); }
TEST_CASE("the starter in C++ on the client module plays, and plays the same again") { check_starter("cpp-client"); }
TEST_CASE("the starter in JavaScript plays, and plays the same again") { check_starter("javascript"); }
TEST_CASE("the starter in Java plays, and plays the same again") { check_starter("java"); }
TEST_CASE("the starter in Go plays, and plays the same again") { check_starter("go"); }
TEST_CASE("the starter in Rust plays, and plays the same again") { check_starter("rust"); }
TEST_CASE("the starter in bash plays, and plays the same again") { check_starter("bash"); }
TEST_CASE("the starter in awk plays, and plays the same again") { check_starter("awk"); }
TEST_CASE("the starter in Perl plays, and plays the same again") { check_starter("perl"); }
TEST_CASE("the starter in Lua plays, and plays the same again") { check_starter("lua"); }

TEST_CASE("the starter in Ruby plays, and plays the same again") { check_starter("ruby"); }
TEST_CASE("the starter in PHP plays, and plays the same again") { check_starter("php"); }
TEST_CASE("the starter in C# plays on Mono, and plays the same again") { check_starter("csharp"); }
TEST_CASE("the starter in OCaml plays, and plays the same again") { check_starter("ocaml"); }
TEST_CASE("the starter in Haskell plays, and plays the same again") { check_starter("haskell"); }

TEST_CASE("the starter in awk plays with mawk, too") {
  std::error_code ignored;
  const bool is_here = std::filesystem::exists("/usr/bin/mawk", ignored);
  skip_where_missing("mawk", is_here ? std::vector<std::string>{} : std::vector<std::string>{"mawk"}, "mawk");
  const arena::test::ScratchFolder folder;
  // The mawk of Ubuntu 24.04 draws from arc4random, whatever its seed.
  const std::string two =
      run_well(folder.path(), {"mawk", "BEGIN { srand(1); a = rand(); srand(1); print a == rand() }"});
  if (two != "1\n") SKIP("mawk is NOT tested: its srand() has no effect");
  run_well(folder.path(), processes::arena_words({"init", "awk", "newcomer"}));
  play_twice({"mawk -W interactive -f " + (folder / "newcomer/bot.awk").string(), HEARTS_RANDOM_BOT}, kVariants);
}

TEST_CASE("every folder of starters is offered, with the programs and packages that it needs") {
  std::set<std::string> offered;
  for (const arena::Starter& starter : arena::starters()) {
    offered.insert(std::string(starter.language));
    CHECK_FALSE(starter.packages.empty());
    const arena::BotManifest bot = arena::manifest_of(starter);
    std::string programs = bot.build.empty() ? "" : bot.build.front();
    if (!arena::has_own_program(bot)) programs += (programs.empty() ? "" : " ") + bot.command.front();
    CHECK(starter.programs == programs);
    const std::vector<arena::StarterFile> files = arena::files_of(starter);
    INFO(starter.language);
    CHECK(std::any_of(files.begin(), files.end(), [&](const auto& file) {
      return file.path == starter.source && file.text.find("hoose") != std::string_view::npos;  // C# writes Choose
    }));
    CHECK(files.size() == (starter.module.empty() ? 2 : 3));
  }
  std::set<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(processes::in_repository("sample_bots/starters"))) {
    folders.insert(entry.path().filename().string());
  }
  CHECK(folders == offered);
}

TEST_CASE("the package of each starter's interpreter and compiler is known, and of no other program") {
  CHECK(arena::install_command("php") == "apt-get install php-cli");
  CHECK(arena::install_command("mcs") == "apt-get install mono-mcs mono-runtime");
  CHECK(arena::install_command("ocamlopt") == "apt-get install ocaml");
  CHECK(arena::install_command("").empty());
  CHECK(arena::install_command("./bot").empty());
  CHECK(arena::install_command("fortune").empty());
}

TEST_CASE("a program that is nowhere is missing") {
  CHECK(arena::missing_programs(arena::find_starter("c"), "/nowhere") == std::vector<std::string>{"cc"});
  CHECK(arena::missing_programs(arena::find_starter("bash"), "/nowhere").empty());
}

}  // namespace starters_test
