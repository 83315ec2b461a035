#include <algorithm>
#include <csignal>
#include <map>
#include <random>

#include "arena/base/text/input_error.h"
#include "arena/results/replay/retry.h"
#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace retry_test {

using namespace cli_test;
using arena::ProcessInput;

namespace {

/// Plays the first words, but makes many kinds of mistakes, each at its own turn of a count from `game` on. It
/// wants events live.
constexpr const char* kErring = R"(#!/usr/bin/env python3
import sys, time
count = 0
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready events=live", flush=True)
    elif word[:1] == ["game"]:
        count = 0
    elif word[:1] == ["ask"]:
        count += 1
        answer = [word[1]] + word[word.index(":") + 1 :][: int(word[3])]
        if count % 7 == 2:
            print(word[1], "\\ZZ" * 90, flush=True)
        elif count % 11 == 3:
            print("what\x1b is this", flush=True)
        elif count % 13 == 5:
            print("info count=%d" % count, flush=True)
            print(*answer, flush=True)
        elif count == 8:
            time.sleep(0.35)
            print(*answer, flush=True)
        else:
            print(*answer, flush=True)
    elif word[:1] == ["quit"]:
        break
)";

/// A run of these bots in "run", its bytes kept.
struct Run {
  Run(const Words& bots, const Words& more) {
    Words words = {"run"};
    words = words + bots;
    words = words + more;
    for (const char* word : {"--seed", "7", "--out", "run", "--isolation", "none", "--keep-bytes", "--concurrency", "1",
                             "--log-level", "error"})
      words.emplace_back(word);
    const Outcome outcome = run_arena(folder.path(), words);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    games = processes::games_of(folder / "run");
    REQUIRE_FALSE(games.empty());
  }

  ProcessInput input(const std::string& game, int seat, int question, bool from_start) const {
    return arena::read_process_input({folder / "run", game, seat, "", question}, from_start);
  }
  Outcome retry(Words words) const {
    words.insert(words.begin(), {"retry", "run"});
    return run_arena(folder.path(), words);
  }

  ScratchFolder folder;
  std::vector<arena::GameRecord> games;
};

/// A run with a bot that makes mistakes.
Run erring_run() {
  static const ScratchFolder bots;
  write_program(bots / "erring.py", kErring);
  return Run({(bots / "erring.py").string(), sample_bot("random_c")},
             {"--variant", "black-lady@4", "--variant", "royal-classic@2", "--games", "4", "--hands", "1",
              "--live-events", "--reveal-names", "--move", "100"});
}

/// Asks again in this process.
std::optional<arena::RetriedAnswer> ask_again(const ProcessInput& input, const Words& words, int& differences) {
  arena::OpenProcess bot(words, {});
  arena::RetryEvents events;
  events.differs = [&](const ProcessInput::Ask&, const arena::RetriedAnswer&) { ++differences; };
  events.line = [](std::string_view, std::int64_t) {};
  auto answer = arena::retry(bot, input, events);
  bot.finish(std::chrono::seconds(10));
  return answer;
}

/// What the process of a seat had received at the last question of a game; nothing if it was asked none.
std::optional<ProcessInput> last_input(const Run& run, const arena::GameRecord& game, int seat) {
  const auto lost = std::find_if(game.result.forfeits.begin(), game.result.forfeits.end(),
                                 [&](const arena::Forfeit& one) { return one.seat == seat; });
  int question = lost == game.result.forfeits.end() ? 9999 : lost->question;
  while (question > 0) {
    try {
      return run.input(game.id, seat, question, true);
    } catch (const arena::InputError& error) {
      // It was lost before it was asked, or was not asked so much.
      static const std::string kMark = "was asked questions 1 to ";
      const std::string what = error.what();
      const std::size_t mark = what.find(kMark);
      question = mark == std::string::npos ? question - 1 : std::stoi(what.substr(mark + kMark.size()));
    }
  }
  return std::nullopt;
}

/// Every process of the run received what its log says.
void check_wire(const Run& run) {
  std::string wire;
  for (const auto& [name, bytes] : files_of(run.folder / "run/wire")) {
    if (name.ends_with(".to_bot")) wire += bytes;
  }
  int earlier = 0;
  for (const arena::GameRecord& game : run.games) {
    for (int seat = 0; seat < static_cast<int>(game.bots.size()); ++seat) {
      INFO(game.id << " seat " << seat << " " << game.bots[static_cast<std::size_t>(seat)]);
      const auto input = last_input(run, game, seat);
      if (!input) continue;
      CHECK(input->different.empty());
      CHECK(input->guessed.empty());
      CHECK(input->games_lost == 0);
      CHECK(wire.find(input->bytes) != std::string::npos);
      earlier += input->games_before;
    }
  }
  CHECK(earlier > 0);
}

}  // namespace

TEST_CASE("the bytes are those that went over the wire, errors, live events, names and earlier games included") {
  const Run run = erring_run();
  check_wire(run);
  std::size_t tries = 0;
  std::size_t autos = 0;
  for (const arena::GameRecord& game : run.games) {
    tries += game.result.tries.size();
    autos += game.result.automatic.size();
  }
  CHECK(tries > 10);
  CHECK(autos > 3);
}

TEST_CASE("the bytes that hostile bots were sent are reconstructed", "[memory]") {
  Words bots = {sample_bot("random_c")};
  for (const char* name : {"answers_early", "answers_twice", "crlf", "exits_mid_game", "garbage_with_escapes",
                           "illegal_answers", "never_reads", "wrong_count"}) {
    bots.push_back(processes::in_repository("tests/process/zoo/" + std::string(name) + ".py").string());
  }
  const Run run(bots, {"--games", "12", "--hands", "2", "--move", "100"});
  check_wire(run);
  std::size_t forfeits = 0;
  for (const arena::GameRecord& game : run.games) forfeits += game.result.forfeits.size();
  CHECK(forfeits > 5);
}

TEST_CASE("deterministic bots answer 100 random questions of several variants as recorded") {
  ::signal(SIGPIPE, SIG_IGN);
  const Run run({sample_bot("rules_cpp"), sample_bot("random_c"), sample_bot("random_py")},
                {"--variant", "black-lady@4", "--variant", "royal-classic@2", "--variant", "green-queen-jokers@3",
                 "--variant", "deluxe@4", "--games", "24", "--hands", "2"});
  std::mt19937 random(6);
  std::map<std::string, int> variants;
  int from_start = 0;
  for (int i = 0; i < 100; ++i) {
    const arena::GameRecord& game = run.games[random() % run.games.size()];
    const int seat = static_cast<int>(random() % game.bots.size());
    // At least as many as it plays cards.
    const auto questions =
        game.result.hands.size() * static_cast<std::size_t>(game.result.hands.front().deal.hands[0][0].size());
    const int question = 1 + static_cast<int>(random() % questions);
    const std::string& bot = game.bots[static_cast<std::size_t>(seat)];
    const ProcessInput input = run.input(game.id, seat, question, i % 2 == 1);
    INFO("seed 6, round " << i << ": " << game.variant << " " << game.id << " seat " << seat << " (" << bot
                          << ") question " << question);
    const fs::path folder = sample_bot(bot);
    const Words words =
        bot == "random_py" ? Words{"python3", (folder / "random_bot.py").string()} : Words{(folder / bot).string()};
    int differences = 0;
    const auto answer = ask_again(input, words, differences);
    REQUIRE(answer);
    CHECK(answer->same);
    CHECK(answer->recorded == answer->now);
    CHECK(differences == 0);
    ++variants[game.variant];
    from_start += input.games_before > 0 ? 1 : 0;
  }
  CHECK(variants.size() == 4);
  CHECK(from_start > 10);
}

TEST_CASE("retry shows the bot's answer beside the recorded one") {
  const Run run({sample_bot("rules_cpp"), sample_bot("random_c")}, {"--games", "4", "--hands", "1"});
  const arena::GameRecord& game = run.games.front();
  const auto seat = std::find(game.bots.begin(), game.bots.end(), "rules_cpp") - game.bots.begin();
  const Outcome outcome = run.retry({game.id, "3", sample_bot("rules_cpp"), "--seat", std::to_string(seat)});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out,
             Matches("game " + game.id + ", seat " + std::to_string(seat) +
                     " \\(rules_cpp\\), question 3 in hand 1, after [0-9]+ bytes, exactly as they were sent\n"
                     "ask [0-9]+ play 1 [0-9]+ [0-9]+ : .*\n"
                     "recorded: [2-9TJQKA][CDSH]\n"
                     "now:      [2-9TJQKA][CDSH]\n"
                     "the same\n"));
  const Outcome printed = run.retry({game.id, "3", "--print", "--seat", std::to_string(seat)});
  CHECK(printed.code == 0);
  CHECK_THAT(printed.out, StartsWith("hello arena 1 receipt=") && ContainsSubstring("\ngame ") &&
                              ContainsSubstring("\nask ") && EndsWith("\n"));
}

TEST_CASE("a bot that was changed after the run is shown to differ, and still receives the recorded bytes") {
  const Run run({sample_bot("random_c"), sample_bot("rules_cpp")}, {"--games", "4", "--hands", "1"});
  write_program(run.folder / "random_c", R"(#!/usr/bin/env python3
import sys
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]:
        print("ready", flush=True)
    elif word[:1] == ["ask"]:
        print("info id=" + word[1], flush=True)
        print(word[1], *sorted(word[word.index(":") + 1 :])[: int(word[3])], flush=True)
)");
  const arena::GameRecord& game = run.games.front();
  const auto seat = std::to_string(std::find(game.bots.begin(), game.bots.end(), "random_c") - game.bots.begin());
  int different = 0;
  for (const char* question : {"1", "4", "5", "6"}) {
    const Outcome outcome = run.retry({game.id, question, "./random_c", "--seat", seat});
    INFO(outcome.out << outcome.err);
    CHECK_THAT(outcome.out, ContainsSubstring("from the bot: info id="));
    CHECK_THAT(outcome.out, !ContainsSubstring("not offered"));
    if (outcome.code == 0) continue;
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.out, EndsWith("\ndifferent\n"));
    ++different;
  }
  CHECK(different >= 2);
  CHECK_THAT(run.retry({game.id, "6", "./random_c", "--seat", seat}).out,
             ContainsSubstring("earlier, game " + game.id + ", question 1: recorded ") &&
                 ContainsSubstring("\nfrom here on, the bot gets what followed in the records, whatever it answers\n"));
}

TEST_CASE("what a bot did wrong is asked for again: a refused word, garbage, an end") {
  const Run run = erring_run();
  const std::string game = run.games.front().id;
  const auto found = std::find(run.games.front().bots.begin(), run.games.front().bots.end(), "erring");
  const std::string seat = std::to_string(found - run.games.front().bots.begin());
  write_program(run.folder / "erring.py", kErring);
  const Outcome illegal = run.retry({game, "2", "./erring.py", "--seat", seat});
  INFO(illegal.out << illegal.err);
  CHECK(illegal.code == 0);
  CHECK_THAT(illegal.out, ContainsSubstring("recorded: \\ZZ\\ZZ") && ContainsSubstring("... (illegal)\n"));
  const Outcome garbage = run.retry({game, "3", "./erring.py", "--seat", seat});
  INFO(garbage.out << garbage.err);
  CHECK(garbage.out.find('\x1B') == std::string::npos);

  write_program(run.folder / "ends", "#!/bin/sh\nread hello\necho ready\nread game\nexit 5\n");
  const Outcome ends = run.retry({game, "4", "./ends", "--seat", seat});
  CHECK(ends.code == 1);
  CHECK_THAT(ends.out, ContainsSubstring("now ended without an answer\n") &&
                           EndsWith("the bot ended before the question (exit code 5)\n"));
  write_program(run.folder / "mute", "#!/bin/sh\nexit 3\n");
  CHECK_THAT(run.retry({game, "1", "./mute", "--seat", seat}).out,
             EndsWith("the bot ended before the question (exit code 3)\n"));
}

TEST_CASE("a line that is not an answer is reported while the answer is waited for, a flood ends the wait") {
  const Run run = erring_run();
  const std::string game = run.games.front().id;
  write_program(run.folder / "answers_another", "#!/bin/sh\nread hello\necho ready\necho 1 QS\nexec cat >/dev/null\n");
  const Outcome another = run.retry({game, "1", "timeout -s KILL 2 ./answers_another", "--seat", "0"});
  CHECK_THAT(another.out, ContainsSubstring("from the bot: 1 QS\nthat is not an answer to "));
  write_program(run.folder / "endless", "#!/bin/sh\nread hello\necho ready\nexec cat /dev/zero\n");
  CHECK_THAT(run.retry({game, "1", "./endless", "--seat", "0"}).out,
             ContainsSubstring("now:      a line of more than 4096 bytes\n"));
}

TEST_CASE("retry says what is wrong with its input", "[memory]") {
  const ScratchFolder bots;
  write_program(bots / "leaves.py",
                "#!/usr/bin/env python3\nimport sys\nfor line in sys.stdin:\n"
                "    if line.startswith('hello'): print('ready', flush=True)\n"
                "    if line.startswith('ask'): sys.exit(2)\n");
  const Run run({(bots / "leaves.py").string(), sample_bot("rules_cpp")},
                {"--variant", "black-lady@3", "--games", "3", "--hands", "1", "--keep-going"});
  const auto error = [&](const Words& words) {
    const Outcome outcome = run.retry(words);
    CHECK(outcome.code == 2);
    return one_error(outcome);
  };
  const arena::GameRecord& game = run.games.front();
  const auto seat_of = [&](const std::string& bot) {
    return std::to_string(std::find(game.bots.begin(), game.bots.end(), bot) - game.bots.begin());
  };
  const bool two_leave = std::count(game.bots.begin(), game.bots.end(), "leaves") == 2;
  const std::string twice = two_leave ? "leaves" : "rules_cpp";
  CHECK_THAT(error({"b9g9", "1", "--print", "--seat", "0"}), StartsWith("run has no game 'b9g9'; it has "));
  CHECK_THAT(error({game.id, "1", "--print", "nobody"}), StartsWith("no bot 'nobody' played in game " + game.id));
  CHECK_THAT(error({game.id, "1", "--print", twice}), StartsWith("'" + twice + "' had more than one seat in game"));
  CHECK_THAT(error({game.id, "1", "--print", "--seat", "3"}), StartsWith("game " + game.id + " has no seat 3"));
  CHECK_THAT(error({game.id, "999", "--print", "--seat", seat_of("rules_cpp")}),
             ContainsSubstring("was asked questions 1 to ") && EndsWith("; there is no question 999"));
  CHECK_THAT(error({game.id, "2", "--print", "--seat", seat_of("leaves")}),
             ContainsSubstring("at question 1 by the fault exited: the house player answered question 2"));
  CHECK_THAT(error({game.id, "0", "--print", "--seat", "0"}), ContainsSubstring("QUESTION"));
  CHECK_THAT(error({game.id, "1"}), StartsWith("a bot is missing"));
  CHECK_THAT(error({game.id, "1", "--print"}), StartsWith("--print needs a bot's name or --seat N"));
  CHECK_THAT(error({game.id, "1", "./not_there", "--seat", "0"}), StartsWith("'./not_there' cannot be started: "));
  CHECK_THAT(error({game.id, "1", "not there.py"}), ContainsSubstring("or name the seat with --seat N"));

  fs::remove(run.folder / "run/timings.jsonl");
  const Outcome guessed = run.retry({game.id, "2", "--print", "--seat", seat_of("rules_cpp")});
  CHECK(guessed.code == 0);
  CHECK_THAT(guessed.err, ContainsSubstring("MOVE, BANK and late answers are guesses"));
  CHECK_THAT(error({game.id, "2", "--print", "--from-start", "--seat", seat_of("rules_cpp")}),
             ContainsSubstring("do not say which process played game"));
}

}  // namespace retry_test
