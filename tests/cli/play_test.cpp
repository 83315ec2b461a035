// A person plays on a terminal of his own.

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>

#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"
#include "tests/process/terminal_program.h"

namespace play_test {

using namespace cli_test;
using processes::TerminalProgram;

namespace {

/// The program, its messages in a file: a person on a narrow terminal would see them broken.
Words play_words(const ScratchFolder& folder, const std::string& arguments) {
  return {"env",
          "-C",
          folder.path().string(),
          "sh",
          "-c",
          "exec '" HEARTS_ARENA_PROGRAM "' play '" + sample_bot("rules_cpp") + "' --isolation none --out run " +
              arguments + " 2>err"};
}

const Words kColorful = {"-u", "NO_COLOR", "TERM=xterm"};
const Words kPlain = {"NO_COLOR=1", "TERM=xterm", "LC_ALL=C"};

struct Shown {
  Words playable;
  Words unplayable;
};

/// The rows of the last hand shown: "  C  4 (Q) K".
Shown hand_in(const std::string& text) {
  Shown shown;
  const std::size_t start = text.rfind("Your cards\n");
  REQUIRE(start != std::string::npos);
  std::istringstream lines(text.substr(start + 11));
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
    std::istringstream words(line);
    std::string suit;
    words >> suit;
    for (std::string rank; words >> rank;) {
      const bool playable = rank.size() == 1;
      (playable ? shown.playable : shown.unplayable).push_back((playable ? rank : rank.substr(1, 1)) + suit);
    }
  }
  return shown;
}

std::string last_line(const std::string& text) {
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

/// Types a line and reads to the next prompt.
std::string answer(TerminalProgram& program, const std::string& line) {
  program.type(line + "\n");
  return program.read_until("> ");
}

/// Continues with the first card that can be played, or the words it must choose from, to the end
/// of the program, or until the text is shown.
std::string play_on(TerminalProgram& program, std::string shown, const std::string& until = "\n\n\n") {
  std::string all = shown;
  for (int step = 0; step < 500 && !program.ended() && shown.find(until) == std::string::npos; ++step) {
    const std::string prompt = last_line(shown);
    std::string line;
    if (prompt.starts_with("play")) {
      line = hand_in(shown).playable.front();
    } else if (prompt.find("yes or undo") != std::string::npos) {
      line = "yes";
    } else if (prompt.starts_with("pass 3")) {
      const Words cards = hand_in(shown).playable;
      line = cards.at(0) + " " + cards.at(1) + " " + cards.at(2);
    } else if (prompt.starts_with("choose")) {
      line = shown.find("first second") != std::string::npos ? "second" : "add_others";
    } else {
      FAIL("an unexpected prompt: " << prompt << " after " << shown);
    }
    shown = answer(program, line);
    all += shown;
  }
  return all;
}

std::size_t open_colors(const std::string& text) {
  const std::size_t last = text.rfind('\033');
  return last == std::string::npos || text.compare(last, 4, "\033[0m") == 0 ? 0 : 1;
}

}  // namespace

TEST_CASE("a person plays a whole game with mistakes, and it is recorded without a fault", "[memory]") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1 --seed person --seat 2"), 80, kPlain);
  std::string shown = program.read_until("> ");
  CHECK_THAT(shown, ContainsSubstring("You play black-lady@4 in seat 2.") && ContainsSubstring("Hand 1: ") &&
                        ContainsSubstring("you pass to "));
  const Words hand = hand_in(shown).playable;
  REQUIRE(hand.size() == 13);
  CHECK(last_line(shown) == "pass 3> ");

  CHECK_THAT(answer(program, "zz"), ContainsSubstring("ZZ: not a card of this pack, and not a command; type 'help'"));
  CHECK_THAT(answer(program, "?"), ContainsSubstring("Type 3 cards to pass to ") && ContainsSubstring("Passing\n"));
  CHECK_THAT(answer(program, hand[0] + " " + hand[0]), ContainsSubstring(" is chosen already."));
  CHECK(last_line(answer(program, "undo")) == "pass 3> ");
  CHECK_THAT(answer(program, "help"), ContainsSubstring("undo") && ContainsSubstring("qs or QS"));
  CHECK_THAT(answer(program, "rules"), ContainsSubstring("[R002-"));
  const std::string one_rule = answer(program, "rules r002-17");
  CHECK_THAT(one_rule, ContainsSubstring("R002-17"));
  CHECK(std::count(one_rule.begin(), one_rule.end(), '\n') < 6);
  CHECK_THAT(answer(program, "rules X9"), ContainsSubstring("comes from X9"));
  CHECK_THAT(answer(program, "undo"), ContainsSubstring("nothing is chosen yet"));
  CHECK_THAT(answer(program, "yes"), ContainsSubstring("Choose 3 first."));
  CHECK_THAT(answer(program, "last"), ContainsSubstring("No trick has been taken"));
  CHECK_THAT(answer(program, "table"), ContainsSubstring("No trick has begun"));
  std::string lower = hand[0];
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' ? static_cast<char>(c | 32) : c; });
  CHECK(last_line(answer(program, lower + ", " + hand[1])) == "pass 3 [" + hand[0] + " " + hand[1] + "], 1 more> ");
  CHECK(last_line(answer(program, "undo " + hand[0])) == "pass 3 [" + hand[1] + "], 2 more> ");
  const std::string all_three = hand[1] + " " + hand[2] + " " + hand[3];
  CHECK(last_line(answer(program, hand[2] + "/" + hand[3])) == "pass 3 [" + all_three + "]: yes or undo> ");
  CHECK_THAT(answer(program, hand[4]), ContainsSubstring(hand[4] + " is one too many"));
  CHECK(last_line(answer(program, "undo")) == "pass 3 [" + hand[1] + " " + hand[2] + "], 1 more> ");
  CHECK(last_line(answer(program, "no")) == "pass 3> ");
  answer(program, all_three);
  shown = answer(program, "yes");
  CHECK_THAT(shown, ContainsSubstring("You get "));

  // The first question with a card that cannot be played.
  std::string all = shown;
  while (hand_in(shown).unplayable.empty()) {
    shown = answer(program, hand_in(shown).playable.front());
    all += shown;
  }
  CHECK_THAT(all, ContainsSubstring("Trick 1\n"));
  CHECK_THAT(answer(program, hand_in(shown).unplayable.front()),
             Matches("[^\n]*\n[^\n]*: [a-z ]+ \\(R002-[0-9]+\\)\\.\nplay> "));
  CHECK_THAT(answer(program, hand[1]), ContainsSubstring("that card is not in your hand"));
  CHECK_THAT(answer(program, "2C 3C"), ContainsSubstring("Choose one, not 2."));
  CHECK_THAT(answer(program, "score"), ContainsSubstring("Hand 1"));
  CHECK_THAT(answer(program, "quit"), ContainsSubstring("Leave the game? yes or no> "));
  CHECK_THAT(answer(program, "no"), ContainsSubstring("The game continues."));
  all = play_on(program, answer(program, "table") + answer(program, "hand"));
  CHECK_THAT(all, ContainsSubstring("The game is over. Your place: ") &&
                      ContainsSubstring("The game is recorded. To replay it: "));
  CHECK(program.wait() == 0);

  const std::vector<arena::GameRecord> games = processes::games_of(folder / "run");
  REQUIRE(games.size() == 1);
  CHECK(games[0].bots[2] == "human");
  CHECK(games[0].result.faults.empty());
  CHECK(games[0].result.tries.empty());
  const Outcome replay = run_arena(folder.path(), {"replay", "run", "1", "--bot", "human"});
  CHECK(replay.code == 0);
  CHECK_THAT(replay.out, ContainsSubstring("question 1: passes " + all_three + " to "));
  const Outcome verify = run_arena(folder.path(), {"verify", "run"});
  CHECK(verify.code == 0);
  CHECK_THAT(verify.out, ContainsSubstring("1 game played again") &&
                             ContainsSubstring("the run is not finished (3 games to come)"));
}

TEST_CASE("hint shows what the strongest sample bot would play, and why") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1 --seed person --seat 2"), 100, kPlain);
  std::string shown = program.read_until("> ");
  CHECK_THAT(shown, Matches("[^]*Clockwise: rules_cpp(-[23])?, rules_cpp(-[23])?, you, rules_cpp(-[23])?\n[^]*"));
  for (const char* copy : {"rules_cpp,", "rules_cpp-2", "rules_cpp-3"}) CHECK(count(shown + ",", copy) >= 1);
  const std::string card = "[2-9TJQKA][CDSH]";
  CHECK_THAT(answer(program, "hint"),
             Matches("[^]*Hint: monte_carlo_cpp would choose " + card + " " + card + " " + card +
                     "\n  expected points in this hand, best first: [^]* \\([0-9]+ imagined deals\\)\npass 3> "));
  const Words hand = hand_in(shown).playable;
  answer(program, hand[0] + " " + hand[1] + " " + hand[2]);
  answer(program, "yes");
  // The bot has its own opinion on the cards, but knows which ones were passed.
  shown = answer(program, "hint");
  CHECK_THAT(shown, Matches("[^]*Hint: monte_carlo_cpp would choose " + card + "\n[^]*play> "));
  for (const int passed : {0, 1, 2}) CHECK_THAT(shown, !ContainsSubstring(hand[static_cast<std::size_t>(passed)]));
  program.type("\x04");
  CHECK(program.wait() == 0);
}

TEST_CASE("a bot that gives no hint is reported, and the game continues") {
  const ScratchFolder folder;
  write_program(folder / "dead", "#!/bin/sh\nexit 3\n");
  TerminalProgram program(play_words(folder, "--hands 1 --seed person --hint ./dead"), 100, kPlain);
  program.read_until("> ");
  const std::string shown = answer(program, "hint");
  CHECK_THAT(shown,
             ContainsSubstring("\nNo hint, and the game is not affected: dead ends without an answer: exit code 3 "
                               "before 'ready'\n"));
  CHECK_THAT(play_on(program, answer(program, "hand")), ContainsSubstring("The game is recorded. "));
  CHECK(program.wait() == 0);
  CHECK(processes::games_of(folder / "run").at(0).result.faults.empty());
}

TEST_CASE("where the sample bot is not there, 'hint' says how to build it") {
  const ScratchFolder folder;
  const fs::path built = fs::path(HEARTS_ARENA_PROGRAM).parent_path();
  for (const char* program : {"arena", "arena-launcher", "arena-canary"})
    fs::copy_file(built / program, folder / program);
  write_file(folder / "typed", "hint\n");
  const Outcome outcome = run_in(
      folder.path(), {"sh", "-c", "./arena play '" + sample_bot("random_c") + "' --isolation none --out run <typed"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             ContainsSubstring("No hint, and the game is not affected: the sample bot monte_carlo_cpp is"));
  CHECK_THAT(outcome.out, ContainsSubstring("cmake --build "));
}

TEST_CASE("forced cards are played without asking, also when the game is resumed") {
  const ScratchFolder folder;
  std::string all;
  std::string command;
  {
    TerminalProgram program(play_words(folder, "--hands 1 --seed person --seat 2 --auto-forced"), 80, kPlain);
    all = play_on(program, program.read_until("> "), "Trick 8\n");
    answer(program, "quit");
    program.type("yes\n");
    const std::string end = program.read_until("\n\n\n");
    CHECK_THAT(end, ContainsSubstring(" --auto-forced"));
    CHECK(program.wait() == 0);
  }
  TerminalProgram program(play_words(folder, "--hands 1 --seed person --seat 2 --auto-forced"), 80, kPlain);
  const std::string rest = play_on(program, program.read_until("> "));
  CHECK(program.wait() == 0);
  CHECK_THAT(rest, ContainsSubstring("You have no other choice: "));
  for (const std::string& text : {all, rest}) {
    for (std::size_t at = text.find("\nplay> "); at != std::string::npos; at = text.find("\nplay> ", at + 1))
      CHECK(hand_in(text.substr(0, at)).playable.size() > 1);
  }
  CHECK(processes::games_of(folder / "run").at(0).result.faults.empty());
}

TEST_CASE("a person chooses between hands unseen, in a game of two hands") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--variant royal-classic@2 --hands 1 --seed person"), 80, kPlain);
  const std::string shown = program.read_until("> ");
  CHECK_THAT(shown, ContainsSubstring("Choose: first second") && !ContainsSubstring("Your cards"));
  CHECK_THAT(play_on(program, shown), ContainsSubstring("Part 2 of 2 of the hand"));
  CHECK(program.wait() == 0);
  CHECK(processes::games_of(folder / "run").at(0).result.faults.empty());
}

TEST_CASE("several games are one of each block, and a run that was left can be resumed") {
  const ScratchFolder folder;
  const std::string arguments = "--games 3 --hands 1 --seed person --seat 3";
  {
    TerminalProgram program(play_words(folder, arguments), 80, kPlain);
    play_on(program, program.read_until("> "), "The game is recorded. ");
    CHECK_FALSE(program.ended());
  }
  CHECK(processes::games_of(folder / "run").size() == 1);
  TerminalProgram program(play_words(folder, arguments), 80, kPlain);
  play_on(program, program.read_until("> "));
  CHECK(program.wait() == 0);
  const std::vector<arena::GameRecord> games = processes::games_of(folder / "run");
  REQUIRE(games.size() == 3);
  std::set<int> blocks;
  for (const arena::GameRecord& game : games) {
    blocks.insert(game.block);
    CHECK(game.bots[3] == "human");
  }
  CHECK(blocks == std::set{0, 1, 2});
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
}

TEST_CASE("on a terminal of 40 columns no line is wider, in the pack of five suits too") {
  for (const char* variant : {"black-lady@4", "green-queen-jokers@3"}) {
    CAPTURE(variant);
    const ScratchFolder folder;
    TerminalProgram program(play_words(folder, std::string("--hands 1 --variant ") + variant), 40, kPlain);
    std::string shown = program.read_until("> ");
    shown += answer(program, "rules") + answer(program, "help") + answer(program, "hand");
    for (const std::string& line : lines_of(play_on(program, shown))) {
      INFO(line);
      CHECK((line.size() <= 40 || line.starts_with("The game is recorded. ")));
    }
    CHECK(program.wait() == 0);
  }
}

TEST_CASE("suits have colours on a terminal, and none where NO_COLOR is set") {
  for (const bool color : {true, false}) {
    const ScratchFolder folder;
    TerminalProgram program(play_words(folder, "--hands 1"), 80, color ? kColorful : kPlain);
    const std::string shown = program.read_until("> ");
    CHECK((shown.find("\033[3") != std::string::npos) == color);
  }
}

TEST_CASE("the end of the input leaves the game, and nothing is recorded") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1"), 80, kPlain);
  program.read_until("> ");
  program.type("\x04");
  CHECK_THAT(program.read_until("\n\n\n"), ContainsSubstring("The game is not recorded."));
  CHECK(program.wait() == 0);
  CHECK_FALSE(fs::exists(folder / "run"));
  const Outcome nobody = run_arena(folder.path(), {"play", sample_bot("rules_cpp"), "--isolation", "none"});
  CHECK(nobody.code == 0);
  CHECK_THAT(nobody.out, ContainsSubstring("The game is not recorded.") && !ContainsSubstring("\033"));
}

TEST_CASE("a player who quits immediately leaves no folder") {
  const ScratchFolder folder;
  const Words words = {"play", sample_bot("rules_cpp"), "--isolation", "none"};
  CHECK(run_arena(folder.path(), words).code == 0);
  CHECK(files_of(folder.path()).empty());
  // What was there stays.
  fs::create_directory(folder / "results");
  CHECK(run_arena(folder.path(), words).code == 0);
  CHECK(files_of(folder.path()).size() == 1);
}

TEST_CASE("whoever quits is asked, and leaves no record") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1"), 80, kPlain);
  program.read_until("> ");
  answer(program, "quit");
  program.type("yes\n");
  CHECK_THAT(program.read_until("\n\n\n"), ContainsSubstring("The game is not recorded."));
  CHECK(program.wait() == 0);
  CHECK_FALSE(fs::exists(folder / "run"));
}

TEST_CASE("the command that is printed resumes a game that was left, which ends as if it had not been left") {
  const ScratchFolder folder;
  const std::string arguments = "--hands 1 --seed person --seat 2";
  std::string command;
  {
    TerminalProgram program(play_words(folder, arguments), 80, kPlain);
    std::string shown = program.read_until("> ");
    play_on(program, shown, "Trick 5\n");
    answer(program, "quit");
    program.type("yes\n");
    const std::string end = program.read_until("\n\n\n");
    CHECK(program.wait() == 0);
    static constexpr std::string_view kResume = "To resume it:\n  ";
    const std::size_t start = end.find(kResume);
    REQUIRE(start != std::string::npos);
    command = end.substr(start + kResume.size());
    command.erase(command.find_last_not_of('\n') + 1);
  }
  CHECK(processes::games_of(folder / "run").empty());
  CHECK(fs::exists(folder / "run/unfinished"));
  {
    // And once more, killed this time.
    TerminalProgram program({"env", "-C", folder.path().string(), "sh", "-c", "exec " + command + " 2>err"}, 80,
                            kPlain);
    const std::string shown = program.read_until("> ");
    CHECK_THAT(shown, ContainsSubstring("The game resumes where you left it.") && ContainsSubstring("Trick 5\n") &&
                          !ContainsSubstring("Trick 3\n") && ContainsSubstring("Your cards\n"));
    play_on(program, shown, "Trick 9\n");
  }
  TerminalProgram program({"env", "-C", folder.path().string(), "sh", "-c", "exec " + command + " 2>err"}, 80, kPlain);
  const std::string shown = program.read_until("> ");
  CHECK_THAT(shown, ContainsSubstring("Trick 9\n") && !ContainsSubstring("Trick 7\n"));
  play_on(program, shown);
  CHECK(program.wait() == 0);
  CHECK_FALSE(fs::exists(folder / "run/unfinished"));
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);

  const ScratchFolder other;
  TerminalProgram undisturbed(play_words(other, arguments), 80, kPlain);
  play_on(undisturbed, undisturbed.read_until("> "));
  CHECK(undisturbed.wait() == 0);
  const arena::GameRecord game = processes::games_of(folder / "run").at(0);
  const arena::GameRecord same = processes::games_of(other / "run").at(0);
  CHECK(game.result.totals == same.result.totals);
  CHECK(game.result.faults.empty());
}

TEST_CASE("prompt and answers show cards in the order of the hand") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1 --seed person --seat 2"), 80,
                          {"NO_COLOR=1", "TERM=xterm", "LC_ALL=C.UTF-8"});
  const std::string first = hand_in(program.read_until("> ")).playable.front();
  const std::string spelled = first.substr(0, 1) + (first.ends_with("♣") ? "c" : first.ends_with("♦") ? "d" : "s");
  CHECK(first.size() == 1 + std::string("♣").size());
  CHECK(last_line(answer(program, spelled)) == "pass 3 [" + first + "], 2 more> ");
  CHECK_THAT(answer(program, spelled), ContainsSubstring(first + " is chosen already."));
  CHECK_THAT(answer(program, "rules"), ContainsSubstring("  Q♠ costs 13 points ["));
  program.type("\x04");
  CHECK(program.wait() == 0);
}

TEST_CASE("lines are edited, and come back") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1 --seat 2"), 80, kPlain);
  program.read_until("> ");
  const auto shows_scores = [&](const std::string& typed) {
    program.type(typed);
    CHECK_THAT(program.read_until("> "), ContainsSubstring("points of its tricks"));
  };
  shows_scores("scoer\x7f\x7fre\n");  // backspace
  shows_scores("core\x01s\n");        // to the start of the line
  shows_scores("h\x7fscore\n");       // a line that is emptied is no end
  shows_scores("hand\x15score\n");
  shows_scores("\033[3~\x7fscore\n");  // delete and backspace in an empty line
  shows_scores("\033[A\n");            // the line before
  answer(program, "hand");
  shows_scores("\033[A\033[A\n");
  program.type("\x04");
  CHECK(program.wait() == 0);
}

TEST_CASE("Ctrl-C stops the game and leaves the terminal as it was") {
  const ScratchFolder folder;
  TerminalProgram program(play_words(folder, "--hands 1"), 80, kColorful);
  const termios before = TerminalProgram({"cat"}, 80).settings();
  std::string shown = program.read_until("> ");
  program.type("\x03");
  shown += program.read_until("\n\n\n");
  const termios after = program.settings();
  CHECK(std::memcmp(&before, &after, sizeof before) == 0);
  CHECK(open_colors(shown) == 0);
  CHECK(program.wait() == 130);
  CHECK_THAT(shown, ContainsSubstring("The game is not recorded."));
  CHECK_FALSE(fs::exists(folder / "run"));
}

TEST_CASE("a player who types without end can be stopped") {
  const ScratchFolder folder;
  for (const std::string input : {"/dev/zero", "lines"}) {
    run_in(folder.path(), {"sh", "-c", "yes help | head -c 20000000 >lines"});
    const Outcome stopped =
        run_in(folder.path(), {"sh", "-c",
                               "exec timeout -s INT -k 30 1 '" HEARTS_ARENA_PROGRAM "' play '" +
                                   sample_bot("random_c") + "' --isolation none --out run <" + input + " >/dev/null"});
    INFO(input << stopped.err);
    CHECK(stopped.code == 124);  // it ended by SIGINT, and did not have to be killed
  }
}

TEST_CASE("what cannot be played is reported before anybody sits down") {
  const ScratchFolder folder;
  const auto error = [&](Words words) {
    words.insert(words.begin(), "play");
    const Outcome outcome = run_arena(folder.path(), words);
    CHECK(outcome.code == 2);
    return one_error(outcome);
  };
  CHECK(error({"--seat", "4"}) == "black-lady@4 has no seat 4; its seats are 0 to 3");
  const std::string bot = sample_bot("random_c");
  CHECK(error({bot, bot, bot, bot}) == "black-lady@4 has 4 seats, so there is room for 3 bots besides you, not 4");
  CHECK_THAT(error({"--variant", "nonsense"}), ContainsSubstring("nonsense"));
  CHECK_THAT(error({"./nobody"}), ContainsSubstring("./nobody"));
  CHECK_THAT(error({"--hint", "./nobody"}), ContainsSubstring("./nobody"));
  CHECK(files_of(folder.path()).empty());
}

}  // namespace play_test
