#include <boost/json/object.hpp>

#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/cli/arena_command.h"
#include "tests/process/terminal_program.h"
#include "tests/unit/records/made_games.h"

namespace replay_test {

using namespace cli_test;
using namespace arena::test;

namespace {

const arena::RunKey kKey = arena::RunKey::from_seed("cli");

/// A folder with a made run in "run".
struct Run {
  explicit Run(bool finished = true) : Run(made(), finished) {}
  Run(const std::vector<arena::GameRecord>& games, bool finished) {
    fs::create_directory(folder / "run");
    lines = made_lines(manifest(), games, kKey, finished);
    write();
  }
  static arena::Manifest manifest() {
    return made_manifest("black-lady@4+deck.ranks=J,Q,K,A+pass.count=1", kKey, 4, 4, {1, true});
  }
  static std::vector<arena::GameRecord> made() { return made_games(manifest(), kKey); }
  void write() const { write_file(folder / "run/games.jsonl", joined(lines)); }
  Outcome replay(Words words) const {
    words.insert(words.begin(), "replay");
    return ask(words);
  }
  /// Runs a command that must leave the files as they are.
  Outcome ask(const Words& words) const {
    const auto before = files_of(folder.path());
    Outcome outcome = run_arena(folder.path(), words);
    CHECK(files_of(folder.path()) == before);
    return outcome;
  }

  ScratchFolder folder;
  Words lines;
};

}  // namespace

TEST_CASE("replay lists the games of a run, by folder and by file") {
  const Run run;
  const Outcome outcome = run.replay({"run"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Matches("(b0g[0-3]     1 hand (  [a-d][a-z]{2} -?[0-9]+){4}\n){4}"));
  const Words bots = Run::made().front().bots;
  CHECK_THAT(outcome.out, ContainsSubstring("b0g0     1 hand   " + bots[0] + " ") &&
                              ContainsSubstring("b0g1     1 hand   " + bots[1] + " "));
  CHECK(run.replay({"run/games.jsonl"}).out == outcome.out);
  CHECK(run.replay({"run/"}).out == outcome.out);
}

TEST_CASE("replay shows a game by its id or its number", "[memory]") {
  const Run run;
  const Outcome by_id = run.replay({"run", "b0g1"});
  CHECK(by_id.code == 0);
  CHECK(by_id.err.empty());
  CHECK_THAT(by_id.out, StartsWith("Game b0g1  black-lady@4+deck.ranks=J,Q,K,A+pass.count=1  (block 0, game 1)\n"
                                   "  seat 0  " +
                                   Run::made()[1].bots[0] + "\n  seat 1  " + Run::made()[1].bots[1] + "\n"));
  CHECK_THAT(by_id.out, ContainsSubstring("\nHand 1: ") && ContainsSubstring("\nEnd\n  place "));
  CHECK(run.replay({"run", "2"}).out == by_id.out);
  CHECK(run.replay({"run", "1"}).out != by_id.out);
}

TEST_CASE("a missing game is reported with those that exist") {
  const Run run;
  for (const char* game : {"b9g9", "0", "5", "b0g", "x"}) {
    const Outcome outcome = run.replay({"run", game});
    CHECK(outcome.code == 2);
    CHECK(one_error(outcome) == "run has no game '" + std::string(game) +
                                    "'; it has 4 games: name one by its id, as b0g0, or by a number from 1 to 4");
  }
}

TEST_CASE("what is not a run is named") {
  const Run run;
  for (const Words& words : {Words{"replay", "none"}, {"replay", "none", "1"}, {"verify", "none"}}) {
    const Outcome outcome = run.ask(words);
    CHECK(outcome.code == 2);
    CHECK(one_error(outcome) == "there is no run 'none'; give the folder of a run, or its games.jsonl");
  }
  CHECK(one_error(run.replay({"."})) == ". has no games.jsonl, so it is not the folder of a run");
  CHECK(one_error(run.replay({"/dev/null"})) == "/dev/null: not a regular file");
}

TEST_CASE("replay shows what one seat saw, by its number or its bot") {
  const Run run;
  const arena::GameRecord game = Run::made()[1];
  const Outcome by_seat = run.replay({"run", "b0g1", "--seat", "2"});
  CHECK(by_seat.code == 0);
  CHECK_THAT(by_seat.out, ContainsSubstring("as seat 2 (" + game.bots[2] + ") saw it\n") &&
                              ContainsSubstring("question 1: passes "));
  CHECK(run.replay({"run", "b0g1", "--bot", game.bots[2]}).out == by_seat.out);
  CHECK(one_error(run.replay({"run", "b0g1", "--seat", "4"})) == "game b0g1 has no seat 4; its seats are 0 to 3");
  CHECK(one_error(run.replay({"run", "b0g1", "--hand", "2"})) == "game b0g1 has no hand 2; it has 1 hand");
  CHECK_THAT(one_error(run.replay({"run", "b0g1", "--bot", "zoe"})),
             StartsWith("no bot 'zoe' played in game b0g1; its bots are "));
  CHECK_THAT(one_error(run.replay({"run", "b0g1", "--seat", "1", "--bot", "ann"})), ContainsSubstring("--seat"));
}

TEST_CASE("replay lists the games of one bot, the worst first") {
  const Run run;
  const Outcome outcome = run.replay({"run", "--bot", "ann"});
  CHECK(outcome.code == 0);
  const std::vector<arena::GameRecord> made = Run::made();
  const Words lines = lines_of(outcome.out);
  REQUIRE(lines.size() == made.size());
  std::vector<std::pair<int, double>> ranks;  // place, and how far ahead of the mean
  for (const std::string& line : lines) {
    const auto game = std::ranges::find_if(
        made, [&](const arena::GameRecord& one) { return line.find("  " + one.id + " ") != std::string::npos; });
    REQUIRE(game != made.end());
    const auto seat = static_cast<int>(std::ranges::find(game->bots, "ann") - game->bots.begin());
    const int place = game->result.places[seat];
    CHECK_THAT(line, StartsWith("place " + std::to_string(place) + " of 4  " + game->id));
    double sum = 0;
    for (int other = 0; other < 4; ++other) sum += game->result.scores[other];
    ranks.emplace_back(-place, sum / 4 - game->result.scores[seat]);
  }
  CHECK(std::ranges::is_sorted(ranks));
  CHECK(ranks.front() != ranks.back());
  CHECK_THAT(one_error(run.replay({"run", "--bot", "zoe"})), StartsWith("no bot 'zoe' plays in run; its bots are ann"));
  CHECK_THAT(one_error(run.replay({"run", "--seat", "1"})), ContainsSubstring("GAME"));
}

TEST_CASE("replay shows the notes that are beside the records, and the game without them where they are damaged") {
  const Run run;
  arena::GameRecord game = Run::made()[1];
  game.run = arena::run_id(Run::manifest());
  game.result.notes = {{2, 3, "info depth=9 \033[2J"}};
  const hearts::GameRules rules(hearts::resolve_variant(game.variant));
  write_file(run.folder / "run/timings.jsonl", arena::seal_line(arena::timing_json(game, rules)));
  const Outcome with = run.replay({"run", "b0g1"});
  CHECK(with.code == 0);
  CHECK_THAT(with.out, ContainsSubstring(game.bots[2] + " info depth=9 \\x1b[2J\n"));
  CHECK_THAT(run.replay({"run", "b0g1", "--no-notes"}).out, !ContainsSubstring("info"));
  CHECK_THAT(run.replay({"run", "b0g0"}).out, !ContainsSubstring("info"));
  std::string damaged = read_file(run.folder / "run/timings.jsonl");
  damaged[damaged.size() / 2] = '!';
  write_file(run.folder / "run/timings.jsonl", damaged);
  const Outcome without = run.replay({"run", "b0g1"});
  CHECK(without.code == 0);
  CHECK_THAT(without.err, ContainsSubstring("timings.jsonl:1: damaged"));
  CHECK_THAT(without.out, !ContainsSubstring("info") && ContainsSubstring("\nEnd\n"));
}

TEST_CASE("what a bot writes to stderr is shown at its question, also where it made no mistake") {
  const ScratchFolder folder;
  const FirstWordsBot bot{.at_ask = {"print('\\x1b[31mI see', word[-1], file=sys.stderr, flush=True)"}};
  write_file(folder / "bot.py", bot.text());
  const Outcome played =
      run_arena(folder.path(), {"run", "python3 bot.py", "--games", "1", "--hands", "1", "--out", "run"});
  REQUIRE(played.code == 0);
  const Outcome shown = run_arena(folder.path(), {"replay", "run", "b0g0", "--seat", "1"});
  CHECK_THAT(shown.out, ContainsSubstring("stderr: \\x1b[31mI see "));
  CHECK(run_arena(folder.path(), {"replay", "run", "b0g0", "--no-notes"}).out.find("I see") == std::string::npos);
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
}

TEST_CASE("a run of several variants is listed with them, and a bot in several seats is asked for by seat") {
  const ScratchFolder folder;
  const Outcome played =
      run_arena(folder.path(), {"run", sample_bot("random_c"), sample_bot("rules_cpp"), "--variant", "black-lady@4",
                                "--variant", "royal@3", "--hands", "1", "--out", "run"});
  REQUIRE(played.code == 0);
  const Outcome list = run_arena(folder.path(), {"replay", "run"});
  CHECK_THAT(list.out, ContainsSubstring("b0g0     black-lady@4  1 hand ") && ContainsSubstring("  royal@3  1 hand "));
  const Outcome which = run_arena(folder.path(), {"replay", "run", "b0g0", "--bot", "random_c"});
  CHECK(which.code == 2);
  CHECK_THAT(which.err, ContainsSubstring("random_c had several seats in game b0g0; choose one of ") &&
                            ContainsSubstring("random_c:"));
}

TEST_CASE("replay is coloured on a terminal, and elsewhere where it is asked for") {
  const Run run;
  CHECK_THAT(run.replay({"run", "1"}).out, !ContainsSubstring("\033"));
  CHECK_THAT(run.replay({"run", "1", "--color", "always"}).out, ContainsSubstring("\033[31mQH\033[0m"));
  const auto shown = [&](const Words& environment, const std::string& color) {
    processes::TerminalProgram program(
        {HEARTS_ARENA_PROGRAM, "replay", (run.folder / "run").string(), "1", "--suits", "letters", "--color", color},
        80, environment);
    std::string text;
    while (!program.ended()) text += program.read_until("\n");
    CHECK(program.wait() == 0);
    return text;
  };
  CHECK_THAT(shown({"-u", "NO_COLOR", "TERM=xterm"}, "auto"), ContainsSubstring("\033[31mQH\033[0m"));
  CHECK_THAT(shown({"NO_COLOR=1", "TERM=xterm"}, "auto"), !ContainsSubstring("\033"));
  CHECK_THAT(shown({"-u", "NO_COLOR", "TERM=dumb"}, "auto"), !ContainsSubstring("\033"));
  CHECK_THAT(shown({"-u", "NO_COLOR", "TERM=xterm"}, "never"), !ContainsSubstring("\033"));
}

TEST_CASE("a damaged file is named with its line, whatever is asked of it", "[memory]") {
  Run run;
  run.lines[2][30] = '!';
  run.write();
  for (const Words& words : {Words{"verify", "run"}, {"replay", "run", "b0g1"}}) {
    const Outcome outcome = run.ask(words);
    CHECK(outcome.code == 2);
    CHECK(one_error(outcome).starts_with("run/games.jsonl:3: damaged: the checksum is "));
  }
  const Outcome list = run.replay({"run"});
  CHECK(list.code == 2);
  CHECK_THAT(list.err, ContainsSubstring("run/games.jsonl:3: damaged"));
}

TEST_CASE("verification says what it checked") {
  const Run run;
  const Outcome outcome = run.ask({"verify", "run"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  const std::string receipt = arena::receipt_of(Run::manifest());
  const std::string unproven =
      "not proven:\n"
      "- that key, bots, rules and limits are those announced: add the --receipt that was published\n"
      "- that no game was cut and played again: add each --digest that was published at a stop\n"
      "- that no unfinished game was dropped and played again: the records do not say how often the arena was "
      "stopped\n"
      "- that the key was not chosen from many: only --entropy rules that out\n"
      "- that no bot knew deals from earlier games of a block: no bot has the 10 blocks that a test needs\n";
  const std::string trusted =
      "- that nobody learned the key, and that nobody tampered with the machine, the program or the bots' processes: "
      "see SECURITY.md\n";
  CHECK_THAT(outcome.out,
             StartsWith("4 games played again: every seat, deal, pass, play, choice, score and place is right\n"
                        "receipt " +
                        receipt + "\ndigest ") &&
                 ContainsSubstring("\nwhat bots were sent is not checked: the records have no checksums of it\n") &&
                 EndsWith("no game of the schedule is missing\n"
                          "every deal follows from its seed, and the seeds from the key that the run committed to\n" +
                          unproven + trusted));
  const Run running(false);
  CHECK_THAT(
      running.ask({"verify", "run"}).out,
      EndsWith(
          "every deal follows from its seed; the run is not finished (0 games to come), so its key is not "
          "revealed yet\n" +
          unproven +
          "- that the deals follow from the key and the entropy: this can be checked only when the run has ended\n" +
          trusted));
}

TEST_CASE("verify prints each void block, who says so and what it costs") {
  Run run(false);
  run.lines.erase(run.lines.begin() + 1);
  run.lines.push_back(made_void_line(Run::manifest(), 0, 1));
  run.write();
  const std::string sentence =
      "the records call block 0 void (game 0: sandbox: no sandbox); 3 recorded games in it do not count\n";
  const Outcome outcome = run.ask({"verify", "run"});
  CHECK(outcome.code == 1);
  CHECK(outcome.err ==
        "arena verify: block 0 is void, but faults.jsonl has no matching fault of game b0g0\n"
        "arena verify: 1 block is void, but 0 starts of the arena cannot make that many void\n");
  CHECK_THAT(outcome.out, ContainsSubstring(sentence));
  const Outcome without_ledger = run.ask({"verify", "run/games.jsonl"});
  CHECK(without_ledger.code == 0);
  CHECK(without_ledger.err.empty());
  CHECK_THAT(without_ledger.out, ContainsSubstring(sentence));
}

TEST_CASE("verify reports a torn last line", "[memory]") {
  Run run(false);
  run.lines.back().resize(40);
  run.write();
  const Outcome outcome = run.ask({"verify", "run"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.starts_with("the last line is torn (40 bytes); the next run removes it\n3 games played again: "));
}

TEST_CASE("verification finds a record that was made up, and ends with 1", "[memory]") {
  std::vector<arena::GameRecord> games = Run::made();
  ++games[1].result.hands[0].points[0];
  const Run run(games, true);
  const Outcome outcome = run.ask({"verify", "run"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, StartsWith("arena verify: run/games.jsonl:3: game b0g1: hand 1: the change of seat 0 (" +
                                     games[1].bots[0] + ") must be "));
  CHECK(outcome.out.starts_with("4 games played again: 1 problem\n"));
  const Outcome shown = run.replay({"run", "b0g1"});
  CHECK(shown.code == 1);
  CHECK_THAT(shown.err, ContainsSubstring("run/games.jsonl:3: hand 1: the change of seat 0"));
}

TEST_CASE("verification does not say that deals follow when one does not") {
  std::vector<arena::GameRecord> games = Run::made();
  games[1] = made_game(Run::manifest(), arena::RunKey::from_seed("another"), 0, 1);
  const Outcome outcome = Run(games, true).ask({"verify", "run"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("its seed does not follow from the key"));
  CHECK_THAT(outcome.out, !ContainsSubstring("follows from its seed"));
}

}  // namespace replay_test
