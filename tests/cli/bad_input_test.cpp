// Bad input: one line that names the place and says what would be right, code 2, and nothing written.

#include <sys/stat.h>

#include "tests/cli/arena_command.h"

namespace bad_input_test {

using namespace cli_test;

namespace {

/// The error of the arena in an empty folder with an executable `bot`. It must leave the folder as it was.
std::string error_of(const Words& arguments) {
  const ScratchFolder folder;
  write_program(folder / "bot");
  const Outcome outcome = run_arena(folder.path(), arguments);
  CHECK(outcome.code == 2);
  CHECK(files_of(folder.path()).size() == 1);
  return one_error(outcome);
}

}  // namespace

TEST_CASE("a missing command is reported with a list of all, an unknown one with the nearest") {
  const std::string all =
      "; the commands are: init, check, play, run, replay, retry, duel, plan, watch, submit, submissions, withdraw, "
      "disqualify, reinstate, gauntlet, merge, slurm, rate, compare, report, export, verify, adjudicate, doctor, "
      "variants, completion, help";
  CHECK(error_of({}) == "a command is missing" + all);
  CHECK(error_of({"--games", "3"}) == "a command is missing before --games" + all);
  CHECK(error_of({"plya"}) == "there is no command 'plya'; the nearest is play; 'arena help' lists all");
  CHECK(error_of({"tournament"}) == "there is no command 'tournament'; 'arena help' lists all");
  CHECK(error_of({"help", "rnu"}) == "there is no command 'rnu'; the nearest is run; 'arena help' lists all");
  CHECK(error_of({"--log-level", "loud", "run", "bot"}) ==
        "--log-level: 'loud' is not one of debug, info, warning, error; 'arena run --help' explains");
}

TEST_CASE("an option or value that cannot be is named with its command's help") {
  const std::string help = "; 'arena run --help' explains";
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"run"}, "BOT is required"},
      {{"run", "bot", "--vairant", "x"}, "'arena run' has no option --vairant; the nearest is --variant"},
      {{"run", "bot", "--gmaes=3"}, "'arena run' has no option --gmaes; the nearest is --games"},
      {{"run", "bot", "--log-lvel", "debug"}, "'arena run' has no option --log-lvel; the nearest is --log-level"},
      {{"run", "bot", "--games", "0"}, "--games: '0' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--games", "many"}, "--games: 'many' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--games", "-3"}, "--games: '-3' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--games", "99999999999999999999"},
       "--games: '99999999999999999999' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--hands", "1001"}, "--hands: '1001' is not a whole number from 1 to 1000"},
      {{"run", "bot", "--hands", "0"}, "--hands: '0' is not a whole number from 1 to 1000"},
      {{"run", "bot", "--move", "-1"}, "--move: '-1' is not a whole number from 1 to 86400000"},
      {{"run", "bot", "--bank", "86400001"}, "--bank: '86400001' is not a whole number from 1 to 86400000"},
      {{"run", "bot", "--isolation", "jail"}, "--isolation: 'jail' is not one of auto, full, user, confined, none"},
      {{"run", "bot", "--seed", ""}, "--seed: the text is missing"},
      {{"run", "bot", "--out", ""}, "--out: the text is missing"},
      {{"run", "bot", "--strict", "--keep-going"}, "--keep-going cannot be used with --strict"},
      {{"run", "bot", "--out"}, "--out needs a value"},
      {{"run", "bot", "--games"}, "--games needs a value"},
      {{"run", "bot", "--on", "finished"}, "--on needs two values: EVENT COMMAND"},
      {{"run", "bot", "--on", "leader", "x", "--on", "finished"}, "--on needs two values: EVENT COMMAND"},
      {{"run", "bot", "--seed", "1", "--seed", "2"}, "--seed is given more than once"},
      {{"run", "bot", "--games", "0x10"}, "--games: '0x10' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--games", "1'000"}, "--games: '1'000' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--games", "3.0"}, "--games: '3.0' is not a whole number from 1 to 1000000"},
      {{"run", "bot", "--strict=perhaps"}, "--strict takes no value"},
      {{"run", "bot", "--concurrency", "0"}, "--concurrency: '0' is not a whole number from 1 to 256"},
      {{"run", "bot", "--blocks", "0"}, "--blocks: '0' is not a whole number from 1 to 1000000"},
  };
  for (const auto& [arguments, expected] : cases) {
    INFO(expected);
    CHECK(error_of(arguments) == expected + help);
  }
  CHECK(error_of({"--vresion"}) ==
        "'arena' has no option --vresion; the nearest is --version; 'arena --help' explains");
  CHECK(error_of({"replay"}) == "RUN is required; 'arena replay --help' explains");
  CHECK(error_of({"replay", "x", "b0g0", "more"}) == "'more' is one argument too many; 'arena replay --help' explains");
  CHECK(error_of({"retry", "x", "b0g0", "0", "bot"}) ==
        "QUESTION: '0' is not a whole number of 1 or more; 'arena retry --help' explains");
  CHECK(error_of({"duel", "bot", "bot", "--elo1", "much"}) ==
        "--elo1: 'much' is not a number; 'arena duel --help' explains");
  CHECK(error_of({"replay", "x", "b0g0", "--html", "x", "--hand", "1"})
            .ends_with(" cannot be used with --html; 'arena replay --help' explains"));
  CHECK(error_of({"replay", "x", "b0g0", "--verify"}) ==
        "'arena replay' has no option --verify; 'arena replay --help' explains");
}

TEST_CASE("rules that do not exist or do not fit are named with those that do") {
  const auto with = [](const std::string& variant) { return error_of({"run", "bot", "--variant", variant}); };
  CHECK(with("whist") ==
        "there is no variant 'whist'; the variants are: royal-classic, royal, tournament-laws, black-lady, omnibus, "
        "deluxe, green-queen, green-queen-jokers");
  CHECK(with("") ==
        "there is no variant ''; the variants are: royal-classic, royal, tournament-laws, black-lady, omnibus, deluxe, "
        "green-queen, green-queen-jokers");
  CHECK(with("black-lady@7") == "black-lady is for 3 to 6 players, not '7'");
  CHECK(with("royal-classic@x") == "royal-classic is for 2 to 5 players, not 'x'");
  CHECK(with("black-lady+blood") ==
        "black-lady has no option 'blood'; it has kitty_first, kitty_last, no_blood, queen_breaks, "
        "shooter_protection, sinkhole, and any +key=value");
  CHECK(with("royal-classic+sinkhole") == "royal-classic has no option 'sinkhole'; it has none, and any +key=value");
  CHECK(with("black-lady@3+kitty_first+kitty_last") ==
        "kitty_first and kitty_last cannot be combined: only one trick can win the kitty");
  CHECK(with("black-lady+no_blood+no_blood") == "'no_blood' appears twice in black-lady+no_blood+no_blood");
  CHECK(with("black-lady@4+kitty_first") == "there is no kitty with 4 players, because no card of the 52 is left over");
  CHECK(with("black-lady+pass.cuont=3") == "there is no key 'pass.cuont'; the nearest is pass.count");
  CHECK(with("black-lady+match.limit=many") == "match.limit: 'many' is not a whole number from 1 to 9999");
  CHECK(with("black-lady+seats=5") == "@ sets the number of players: write black-lady@5, without +seats");
}

TEST_CASE("bots that cannot play are named") {
  CHECK(error_of({"run", "nosuch"}) ==
        "there is no bot 'nosuch': a bot is an executable file, a folder with bot.json, or a command in quotes "
        "(\"python3 bot.py\")");
  CHECK(error_of({"run", "nosuch --fast"}) ==
        "the command 'nosuch --fast' cannot be run: there is no program 'nosuch'");
  CHECK(error_of({"run", "python3 'x"}) == "the command 'python3 'x' has an unclosed quote");
  CHECK(error_of({"run", ""}) == "an empty word is not a bot");
  CHECK(error_of({"run", "./bot", "./bot", "--variant", "black-lady", "--variant", "black-lady@4"}) ==
        "black-lady@4 is already in the league; to play it more often, give it a weight");
  CHECK(error_of({"run", "./bot", "./bot", "--one-author", "--variant", "black-lady@3"}) ==
        "variant black-lady@3 needs 3 authors at a table, but its bots have 2");
  CHECK(error_of({"run", "league.json", "./bot"}) ==
        "league.json: a league must be the only argument; name all bots in its \"entrants\"");
  CHECK(error_of({"plan", "nosuch"}) == error_of({"run", "nosuch"}));
}

TEST_CASE("a file that is not executable or a folder without bot.json is named") {
  const ScratchFolder folder;
  write_file(folder / "bot.py", "");
  fs::create_directory(folder / "empty");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0777) == 0);
  const auto error = [&](const std::string& bot) { return one_error(run_arena(folder.path(), {"run", bot})); };
  CHECK(error("bot.py") ==
        "bot.py is not executable: run chmod +x on it, or give a command in quotes (\"python3 bot.py\")");
  CHECK(error("empty") == "empty has no bot.json; protocol.md describes that file");
  CHECK(error("./pipe").starts_with("there is no bot './pipe'"));
  CHECK(files_of(folder.path()).size() == 3);
}

TEST_CASE("a mistake in bot.json is named with file, line and column or key", "[memory]") {
  const ScratchFolder folder;
  fs::create_directory(folder / "duck");
  write_program(folder / "duck/run");
  const auto error = [&](const std::string& json) {
    write_file(folder / "duck/bot.json", json);
    const Outcome outcome = run_arena(folder.path(), {"run", "duck"});
    CHECK(outcome.code == 2);
    return one_error(outcome);
  };
  CHECK(error("{\n  \"name\": \"duck\",\n}") == "duck/bot.json:2:17: a comma before }; expected another item, or none");
  CHECK(error("[]") == "duck/bot.json: must be an object in braces, not []");
  CHECK(error(R"({"command": ["./run"]})") == "duck/bot.json: \"name\" is missing");
  CHECK(error(R"({"name": "duck", "command": "./run"})") ==
        "duck/bot.json: command must be a list of texts, as in [\"python3\", \"bot.py\"], not \"./run\"");
  CHECK(error(R"({"name": "duck", "command": ["./run"], "plasy": ["*"]})") ==
        "duck/bot.json: unknown key \"plasy\"; the nearest is \"plays\"; known: author, build, command, name, plays, "
        "resources, restart, version");
  CHECK(error(R"({"name": "a duck", "command": ["./run"]})") ==
        "duck/bot.json: name must be 1 to 32 of the characters A-Z a-z 0-9 _ . -, with no . at either end and no - at "
        "the start, not \"a duck\"");
  CHECK(error(R"({"name": "duck", "command": ["./duck"], "build": ["make"]})") ==
        "duck/bot.json: ./duck does not exist; build it first: make");
  CHECK(error(R"({"name": "duck", "command": ["./run"], "resources": {"memory_mb": 4096}})") ==
        "duck/bot.json: duck: asks for memory_mb 4096, but the league allows 2048 at most");
  CHECK(error(R"({"name": "duck", "command": ["./run"], "plays": ["royal*"]})") ==
        "duck does not play black-lady@4 (\"plays\" in its bot.json)");
  fs::remove(folder / "duck/bot.json");
  REQUIRE(::mkfifo((folder / "duck/bot.json").c_str(), 0600) == 0);
  CHECK(one_error(run_arena(folder.path(), {"run", "duck"})) == "duck/bot.json: not a regular file");
  CHECK_FALSE(fs::exists(folder / "results"));
}

TEST_CASE("bytes of a terminal's language do not reach the terminal", "[memory]") {
  for (const Words& words :
       {Words{"run", "bot", "--variant", "black\x1B[31mred"}, Words{"verify", "\x1B[31mred"},
        Words{"run", "\x1B[31mred"}, Words{"run", "python3 '\x1B[2J"}, Words{"\x1B]0;title\x07"}}) {
    const Outcome outcome = run_arena(fs::temp_directory_path(), words);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find_first_of("\x1B\x07") == std::string::npos);
    CHECK_THAT(outcome.err, ContainsSubstring("\\x1b"));
  }
}

}  // namespace bad_input_test
