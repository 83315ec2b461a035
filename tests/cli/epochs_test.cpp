// No process lives while a deal is played that it, or a process that lives beside it, has met in another seat.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "arena/records/run_folder.h"
#include "tests/cli/arena_command.h"

namespace epochs_test {

using namespace cli_test;

namespace {

constexpr const char* kSeed = "epochs";
constexpr const char* kVariant = "black-lady@4";

/// What one process received: the places in the order of play of its first and last game.
struct Life {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The processes whose bytes are in a file of the wire log. Each begins with `hello`.
std::vector<Life> lives_in(const std::string& to_bot, const std::map<std::string, std::size_t>& place_of_token) {
  std::vector<Life> lives;
  bool played = false;
  for (const std::string& line : lines_of(to_bot)) {
    if (line.starts_with("hello ")) played = false;
    if (!line.starts_with("game ")) continue;
    const std::size_t place = place_of_token.at(line.substr(5, 8));
    if (!std::exchange(played, true)) lives.push_back({place, place});
    lives.back().last = place;
  }
  return lives;
}

Words run_words(const std::string& concurrency, const std::string& blocks) {
  Words words = {"run", "--variant",     kVariant,    "--blocks",    blocks, "--hands",      "1",     "--seed",
                 kSeed, "--concurrency", concurrency, "--isolation", "none", "--keep-bytes", "--out", "run"};
  for (int bot = 0; bot < 6; ++bot) words.push_back(sample_bot("random_c"));
  return words;
}

/// The file has what a process of the run was sent, and not one that was rehearsed before it.
bool is_of_run(const std::string& name) { return name.ends_with(".to_bot") && !name.ends_with(".0.to_bot"); }

}  // namespace

TEST_CASE("while a process lives every deal is played once at most") {
  const ScratchFolder folder;
  REQUIRE(run_arena(folder.path(), run_words("1", "12")).code == 0);

  const arena::RunKey key = arena::RunKey::from_seed(kSeed);
  std::vector<int> blocks;  // in the order of play
  std::map<std::string, std::size_t> place_of_token;
  arena::read_run(folder / "run", [&](arena::GameRecord&& game, const hearts::GameRules&, const std::string&) {
    for (int seat = 0; seat < 4; ++seat)
      place_of_token[key.block_seed(kVariant, game.block).token(game.game, seat)] = blocks.size();
    blocks.push_back(game.block);
  });
  REQUIRE(blocks.size() == 48);

  std::size_t processes = 0;
  for (const auto& [name, bytes] : files_of(folder / "run/wire")) {
    if (!is_of_run(name)) continue;
    INFO(name);
    for (const Life& life : lives_in(bytes, place_of_token)) {
      ++processes;
      std::set<int> met;
      for (std::size_t place = life.first; place <= life.last; ++place) CHECK(met.insert(blocks[place]).second);
    }
  }
  CHECK(processes == 4 * 6);  // one of each bot an epoch
}

TEST_CASE("a bot that is for one game has a fresh process in each, may leave after it, and is counted so by the plan") {
  const ScratchFolder folder;
  fs::create_directory(folder / "once");
  // It fails if it is sent a second game, and leaves after the first if the token of that ends in an even digit.
  const FirstWordsBot bot{.at_start = {"games = 0"},
                          .at_game = {"games += 1", "leaves = word[1][-1] in '02468ace'", "if games > 1: sys.exit(3)"},
                          .at_end = {"if leaves: break"}};
  write_program(folder / "once/bot.py", bot.text());
  const auto play = [&](const std::string& restart, const std::string& out) {
    write_file(folder / "once/bot.json", R"({"name": "once", "command": ["./bot.py"])" + restart + "}");
    const Words league = {"once", sample_bot("random_c"), "--variant", kVariant,      "--blocks", "6", "--hands",
                          "1",    "--concurrency",        "2",         "--isolation", "none"};
    const Outcome run =
        run_arena(folder.path(), Words{"run"} + league + Words{"--timing", "--seed", kSeed, "--out", out});
    return std::pair(run, run_arena(folder.path(), Words{"plan"} + league).out);
  };
  const auto [run, plan] = play(R"(, "restart": "game")", "fresh");
  CHECK(run.code == 0);
  CHECK_THAT(run.err, !ContainsSubstring("rehearsal"));
  CHECK(read_file(folder / "fresh/faults.jsonl").empty());
  CHECK_THAT(read_file(folder / "fresh/games.jsonl"), ContainsSubstring(R"("restart":"game")"));
  int seats = 0;  // of the bot: each needs a process
  arena::read_run(folder / "fresh", [&](arena::GameRecord&& game, const hearts::GameRules&, const std::string&) {
    seats += static_cast<int>(std::ranges::count(game.bots, "once"));
  });
  std::smatch starts;
  const std::regex counted("([0-9]+) bot (starts|processes)");
  REQUIRE(std::regex_search(run.err, starts, counted));
  const int started = std::stoi(starts[1]);
  CHECK(started > seats);
  CHECK(started < 2 * seats);
  REQUIRE(std::regex_search(plan, starts, counted));
  CHECK(std::abs(std::stoi(starts[1]) - started) <= 8);

  const Words check = {"check",   "once",   "--isolation", "none",   "--step",
                       "choices", "--step", "forgets",     "--step", "rests"};
  const Outcome checked = run_arena(folder.path(), check);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, ContainsSubstring("0 failed, 1 skipped"));

  // Without it, the same bot fails in its second game, and is started again with a warning.
  const auto [fails, unused] = play("", "several");
  CHECK_THAT(fails.err, ContainsSubstring("once had exited since its last game"));
  const Outcome checked_without = run_arena(folder.path(), check);
  CHECK(checked_without.code == 1);
  CHECK_THAT(checked_without.out, ContainsSubstring("game 2 of its process"));
  // The two are different bots.
  const Outcome other =
      run_arena(folder.path(), {"run", "once", sample_bot("random_c"), "--variant", kVariant, "--blocks", "6",
                                "--hands", "1", "--seed", kSeed, "--isolation", "none", "--out", "fresh"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, ContainsSubstring("once~2"));
  write_file(folder / "once/bot.json", R"({"name": "once", "command": ["./bot.py"], "restart": "hand"})");
  CHECK(one_error(run_arena(folder.path(), {"run", "once", sample_bot("random_c")})) ==
        "once/bot.json: restart must be \"game\", for a fresh process in each game");
}

TEST_CASE("no process meets a deal twice, whichever tables it plays at, and in a run that is resumed") {
  const std::string concurrency = GENERATE("1", "2", "8");
  CAPTURE(concurrency);
  const ScratchFolder folder;
  const Words words = run_words(concurrency, "100");
  kill_arena_after(1, folder.path(), words);
  const Outcome gone_on = run_arena(folder.path(), words);
  INFO(gone_on.err);
  REQUIRE(gone_on.code == 0);

  const arena::RunKey key = arena::RunKey::from_seed(kSeed);
  std::map<std::string, int> block_of_token;
  int games = 0;
  arena::read_run(folder / "run", [&](arena::GameRecord&& game, const hearts::GameRules&, const std::string&) {
    ++games;
    for (int seat = 0; seat < 4; ++seat)
      block_of_token[key.block_seed(kVariant, game.block).token(game.game, seat)] = game.block;
  });
  REQUIRE(games == 400);
  std::size_t processes = 0;
  std::size_t met_in_all = 0;
  for (const auto& [name, bytes] : files_of(folder / "run/wire")) {
    if (!is_of_run(name)) continue;
    INFO(name);
    std::set<int> met;
    for (const std::string& line : lines_of(bytes)) {
      // Each start of the arena begins the numbers again, and appends to the file.
      if (line.starts_with("hello ")) met.clear();
      if (line.starts_with("hello ")) ++processes;
      if (!line.starts_with("game ")) continue;
      CHECK(met.insert(block_of_token.at(line.substr(5, 8))).second);
      ++met_in_all;
    }
  }
  CHECK(met_in_all >= 1600);
  CHECK(processes < met_in_all / 2);  // they are kept from game to game
}

}  // namespace epochs_test
