// `arena init` as a newcomer meets it.

#include "tests/cli/arena_command.h"

namespace init_test {

using namespace cli_test;

TEST_CASE("a new bot is a starter under the name of its folder", "[memory]") {
  const ScratchFolder folder;
  const Outcome made = run_arena(folder.path(), {"init", "python", "bots/my bot"});
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK(made.err.empty());
  CHECK_THAT(made.out, ContainsSubstring("my_bot is a bot in Python. Change choose() in bots/my bot/bot.py.\n"));
  const fs::path sample = HEARTS_SOURCE_DIR "/sample_bots/starters/python";
  CHECK(files_of(folder.path() / "bots/my bot").size() == 2);
  CHECK(read_file(folder.path() / "bots/my bot/bot.py") == read_file(sample / "bot.py"));
  std::string manifest = read_file(sample / "bot.json");
  manifest.replace(manifest.find("starter_python"), 14, "my_bot");
  CHECK(read_file(folder.path() / "bots/my bot/bot.json") == manifest);
}

TEST_CASE("a new bot on a client module gets the module") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), {"init", "python-client", "py"}).code == 0);
  REQUIRE(run_arena(folder.path(), {"init", "cpp-client", "cpp"}).code == 0);
  const fs::path client = HEARTS_SOURCE_DIR "/sample_bots/client";
  CHECK(read_file(folder.path() / "py/hearts_client.py") == read_file(client / "python/hearts_client.py"));
  CHECK(read_file(folder.path() / "cpp/hearts_client.h") == read_file(client / "cpp/hearts_client.h"));
}

TEST_CASE("init prints the next commands, and they work as printed") {
  const ScratchFolder folder;
  const Outcome made = run_arena(folder.path(), {"init", "c", "it's mine"});
  REQUIRE(made.code == 0);
  CHECK_THAT(made.out, ContainsSubstring("(cd 'it'\\''s mine' && cc -O2 -o bot bot.c)\n"));
  CHECK_THAT(made.out, ContainsSubstring(" check 'it'\\''s mine'\n"));
  const std::size_t build = made.out.find("  (cd ");
  const std::size_t run = made.out.rfind("  " HEARTS_ARENA_PROGRAM " run ");
  REQUIRE(run != std::string::npos);
  const std::string line = made.out.substr(build, made.out.find('\n', build) - build) + " && " + made.out.substr(run);
  const Outcome played = run_in(folder.path(), {"sh", "-c", line});
  INFO(line << played.err);
  CHECK(played.code == 0);
  CHECK_THAT(played.out, ContainsSubstring("it_s_mine") && ContainsSubstring("rules_cpp"));
}

TEST_CASE("init makes a league, and the commands that it prints work as printed") {
  const ScratchFolder folder;
  const Outcome made = run_arena(folder.path(), {"init", "--league", "it's ours"});
  INFO(made.err);
  REQUIRE(made.code == 0);
  std::string script = "set -e\n";
  int commands = 0;
  for (const std::string& line : lines_of(made.out)) {
    if (!line.starts_with("  ")) continue;
    commands += line.starts_with("  " HEARTS_ARENA_PROGRAM) ? 1 : 0;
    script += line + "\n";
  }
  CHECK(commands == 3);
  const Outcome played = run_in(folder.path(), {"sh", "-c", script});
  INFO(script << played.out << played.err);
  CHECK(played.code == 0);
  CHECK_THAT(played.out, ContainsSubstring("records: 'it'\\''s ours/results/first/games.jsonl'"));
  CHECK_THAT(one_error(run_arena(folder.path(), {"init", "--league", "it's ours"})),
             StartsWith("it's ours is not an empty folder"));
  // The league's file means the same as its folder.
  CHECK(run_arena(folder.path(), {"submissions", "it's ours/league.json"}).out ==
        run_arena(folder.path(), {"submissions", "it's ours"}).out);
}

TEST_CASE("a name that would be too long is cut") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), {"init", "bash", std::string(40, 'x')}).code == 0);
  const std::string manifest = read_file(folder.path() / std::string(40, 'x') / "bot.json");
  CHECK_THAT(manifest, ContainsSubstring("\"" + std::string(32, 'x') + "\""));
}

TEST_CASE("init can take the name from the current folder, too") {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "hopeful");
  REQUIRE(run_arena(folder.path() / "hopeful", {"init", "perl", "."}).code == 0);
  CHECK_THAT(read_file(folder.path() / "hopeful/bot.json"), ContainsSubstring("\"hopeful\""));
}

TEST_CASE("a folder that has something in it is refused and left as it is") {
  const ScratchFolder folder;
  write_file(folder.path() / "notes", "mine");
  const Outcome refused = run_arena(folder.path(), {"init", "python", "."});
  CHECK(refused.code == 2);
  CHECK(one_error(refused) == ". is not empty; a bot needs a folder of its own");
  CHECK(files_of(folder.path()).size() == 1);
  const Outcome file = run_arena(folder.path(), {"init", "python", "notes"});
  CHECK(file.code == 2);
  CHECK(one_error(file) == "notes is a file; a bot needs a folder of its own");
}

TEST_CASE("a folder for a new bot that cannot be made is named") {
  const ScratchFolder folder;
  write_file(folder.path() / "file", "");
  const Outcome failed = run_arena(folder.path(), {"init", "python", "file/bot"});
  CHECK(failed.code == 1);
  CHECK_THAT(one_error(failed), ContainsSubstring("file/bot"));
}

TEST_CASE("a new bot that cannot be written whole leaves nothing in the way of the next try") {
  const ScratchFolder folder;
  const Outcome failed = run_in(folder.path(), {"bash", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "bash",
                                                HEARTS_ARENA_PROGRAM, "init", "python", "bot"});
  CHECK(failed.code == 1);
  CHECK_THAT(one_error(failed), ContainsSubstring("bot/bot.py"));
  CHECK(fs::is_empty(folder.path() / "bot"));
  CHECK(run_arena(folder.path(), {"init", "python", "bot"}).code == 0);
}

TEST_CASE("a language without a starter is refused with the nearest, and makes no folder") {
  const ScratchFolder folder;
  const Outcome refused = run_arena(folder.path(), {"init", "pyton", "bot"});
  CHECK(refused.code == 2);
  CHECK(one_error(refused) ==
        "there is no starter bot in 'pyton'; the nearest is python; 'arena init --list' shows all");
  CHECK(files_of(folder.path()).empty());
  CHECK_THAT(one_error(run_arena(folder.path(), {"init", "\x1b[31m", "bot"})), ContainsSubstring("'\\x1b[31m'"));
}

TEST_CASE("a language is found by its other names") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), {"init", "c++", "one"}).code == 0);
  CHECK(fs::exists(folder.path() / "one/bot.cpp"));
  REQUIRE(run_arena(folder.path(), {"init", "js", "two"}).code == 0);
  CHECK(fs::exists(folder.path() / "two/bot.js"));
}

TEST_CASE("a new bot without language or folder is refused with an example") {
  const ScratchFolder folder;
  const Outcome bare = run_arena(folder.path(), {"init"});
  CHECK(bare.code == 2);
  CHECK_THAT(one_error(bare), ContainsSubstring("arena init python mybot"));
  const Outcome half = run_arena(folder.path(), {"init", "lua"});
  CHECK(half.code == 2);
  CHECK_THAT(one_error(half), ContainsSubstring("arena init lua mybot"));
}

TEST_CASE("the list of languages names their packages, and what this machine lacks") {
  const ScratchFolder folder;
  const Outcome list = run_arena(folder.path(), {"init", "--list"});
  CHECK(list.code == 0);
  for (const char* words : {"python", "default-jdk-headless", "lua5.4", "cpp-client"}) {
    CHECK_THAT(list.out, ContainsSubstring(words));
  }
  const Outcome poor = run_in(folder.path(), {"env", "PATH=/nowhere", HEARTS_ARENA_PROGRAM, "init", "--list"});
  CHECK_THAT(poor.out, ContainsSubstring("golang-go; this machine has no go\n"));
  const Outcome warned = run_in(folder.path(), {"env", "PATH=/nowhere", HEARTS_ARENA_PROGRAM, "init", "go", "bot"});
  CHECK(warned.code == 0);
  CHECK_THAT(warned.out,
             ContainsSubstring("this machine has no go; to install what is missing:\n  apt-get install golang-go\n"));
}

}  // namespace init_test
