#include <algorithm>
#include <ctime>

#include "arena/league/run/machine.h"
#include "tests/cli/arena_command.h"
#include "tests/process/arena_program.h"

namespace run_test {

using namespace cli_test;

TEST_CASE("a run ends with standings, the records' place and a game to look at") {
  const ScratchFolder folder;
  const Outcome outcome =
      run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", "2", "--hands", "1", "--seed", "7", "--out",
                                "run", "--isolation", "none", "--log-level", "error"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Matches("\n1 bot: random_c; 1 variant: black-lady@4; 2 of 2 blocks, 2 games; run [0-9a-f]{16}\n"
                     "(.|\n)*\n\n"
                     "records: run/games.jsonl\n"
                     "a game: [^ ]*/arena replay run b0g0\n"));
  CHECK_THAT(outcome.err, Matches("(.*\n)?2 of 2 games, [0-9.]+ a second\n"));
  CHECK(files_of(folder / "run").size() == 7);

  // Finished: the same command adds nothing.
  const auto before = files_of(folder.path());
  CHECK(run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", "2", "--hands", "1", "--seed", "7", "--out",
                                  "run", "--isolation", "none"})
            .code == 0);
  CHECK(files_of(folder.path()) == before);
}

TEST_CASE("runs that begin at the same time get folders of their own") {
  const ScratchFolder folder;
  const std::string run = "'" HEARTS_ARENA_PROGRAM "' run '" + sample_bot("random_c") +
                          "' --games 1 --hands 1 --isolation none --concurrency 1 --log-level error";
  const Outcome outcome =
      run_in(folder.path(),
             {"sh", "-c", "for run in 1 2 3 4; do " + run + " >$run.out 2>&1 || touch $run.failed & done; wait"});
  CHECK(outcome.code == 0);
  for (const std::string number : {"1", "2", "3", "4"}) {
    INFO(read_file(folder / (number + ".out")));
    CHECK(!fs::exists(folder / (number + ".failed")));
  }
  CHECK(std::distance(fs::directory_iterator(folder / "results"), {}) == 4);
}

TEST_CASE("a run that plays more games at the same time than there are processors says so and records it") {
  const ScratchFolder folder;
  const int processors = static_cast<int>(arena::usable_cores().size());
  REQUIRE(processors > 0);
  const bool is_crowded = GENERATE(true, false);
  const std::string games = std::to_string(processors + (is_crowded ? 1 : 0));
  const Outcome outcome = run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", games, "--hands", "1",
                                                    "--out", "run", "--isolation", "none", "--concurrency", games});
  CHECK(outcome.code == 0);
  const std::string advice = "To give each game a processor of its own: --concurrency " + std::to_string(processors);
  CHECK((outcome.err.find(advice) != std::string::npos) == is_crowded);
  CHECK(json::parse(lines_of(read_file(folder / "run/timings.jsonl")).at(0)).at("processors") == processors);
  CHECK((run_arena(folder.path(),
                   {"plan", sample_bot("random_c"), "--games", games, "--hands", "1", "--concurrency", games})
             .out.find("--concurrency " + std::to_string(processors)) != std::string::npos) == is_crowded);
}

TEST_CASE("a run that cannot begin leaves no folder") {
  const ScratchFolder folder;
  const Outcome outcome =
      run_arena(folder.path(), {"run", sample_bot("random_c"), "--entropy", std::string(5000, 'x')});
  CHECK(outcome.code == 2);
  CHECK(files_of(folder.path()).empty());
  CHECK(!fs::exists(folder / "results"));
}

TEST_CASE("receipt and digest are always kept, and printed for a league with a name") {
  const std::string name = GENERATE("", "Autumn");
  const ScratchFolder folder;
  Words words = {"run", sample_bot("random_c"), "--games", "2", "--hands", "1", "--seed", "7", "--out",
                 "run", "--isolation",          "none"};
  if (!name.empty()) words = words + Words{"--name", name};
  const Outcome outcome = run_arena(folder.path(), words);
  REQUIRE(outcome.code == 0);
  CHECK(Matches("(.|\n)*\ndigest [0-9a-f]{64} of 2 games: publish this\n(.|\n)*").match(outcome.out) == !name.empty());
  CHECK(Matches("(.|\n)*receipt [0-9a-f]{64}: publish this before the first card\n(.|\n)*").match(outcome.err) ==
        !name.empty());
  CHECK_THAT(read_file(folder / "run/receipt.txt"),
             Matches("Publish this before the first card:\nreceipt [0-9a-f]{64}\n\n"
                     "Publish this after 2 games:\ndigest [0-9a-f]{64}\n(.|\n)*"));
}

TEST_CASE("a run says that it plays whole blocks where that is more than the games that were asked for") {
  const ScratchFolder folder;
  const auto said = [&](const Words& length) {
    const Words words = {
        "run",  sample_bot("random_c"), sample_bot("rules_cpp"), "--hands", "1", "--seed", "3", "--isolation", "none",
        "--out"};
    return run_arena(folder.path(), words + Words{length.back()} + length).err;
  };
  // A block of two bots has two or four games, by how the schedule seats them.
  CHECK_THAT(said({"--games", "4"}),
             ContainsSubstring("info: only whole blocks are played: 6 games in 2 blocks, not 4\n"));
  CHECK_THAT(said({"--blocks", "1"}), !ContainsSubstring("whole blocks"));
}

TEST_CASE("a run prints what it cost, if asked") {
  const ScratchFolder folder;
  const Outcome outcome = run_arena(
      folder.path(), {"run", sample_bot("random_c"), sample_bot("rules_cpp"), "--blocks", "20", "--hands", "1", "--out",
                      "run", "--isolation", "none", "--concurrency", "2", "--log-level", "error", "--timing"});
  CHECK(outcome.code == 0);
  const std::size_t line = outcome.err.find(" s at 2 tables: ");
  REQUIRE(line != std::string::npos);
  // Parts of the whole, but for what is rounded.
  int parts = 0;
  int sum = 0;
  for (std::size_t at = outcome.err.find('%', line); at != std::string::npos; at = outcome.err.find('%', at + 1)) {
    sum += std::stoi(outcome.err.substr(outcome.err.rfind(' ', at)));
    ++parts;
  }
  CHECK(parts == 6);
  CHECK(std::abs(sum - 100) <= 3);
  // 20 blocks of 3 games, of 13 tricks and a pass each for four.
  CHECK_THAT(outcome.err, ContainsSubstring("\n3360 decisions, "));
  CHECK_THAT(outcome.err, ContainsSubstring(" bot starts\n"));
  CHECK_THAT(outcome.err, ContainsSubstring(" s for the arena, "));
  CHECK_THAT(outcome.err, ContainsSubstring(" MB of memory while it played\n"));
}

TEST_CASE("the same seed gives the same games, another seed others") {
  const ScratchFolder folder;
  const auto games = [&](const std::string& seed, const std::string& out) {
    REQUIRE(run_arena(folder.path(), {"run", sample_bot("random_c"), sample_bot("rules_cpp"), "--games", "2", "--hands",
                                      "2", "--seed", seed, "--out", out, "--isolation", "none"})
                .code == 0);
    return processes::sorted_lines(folder / (out + "/games.jsonl"));
  };
  const Words one = games("7", "a");
  CHECK(games("7", "b") == one);
  CHECK(games("8", "c") != one);
}

TEST_CASE("the records are the same at any number of tables") {
  const ScratchFolder folder;
  const auto games = [&](const std::string& tables) {
    Words words = {"run",   "--blocks", "100",           "--hands", "1",           "--seed", "7",
                   "--out", tables,     "--concurrency", tables,    "--isolation", "none"};
    for (int bot = 0; bot < 10; ++bot) words.push_back(sample_bot("random_c"));
    REQUIRE(run_arena(folder.path(), words).code == 0);
    return processes::sorted_lines(folder / (tables + "/games.jsonl"));
  };
  const Words one = games("1");
  CHECK(games("2") == one);
  CHECK(games("16") == one);
  CHECK(games("100") == one);
}

TEST_CASE("without a seed the key waits in the folder for its owner alone, and goes when the run ends") {
  const ScratchFolder folder;
  write_program(folder / "idle", "#!/bin/sh\nexit 1\n");
  const Outcome outcome = run_arena(folder.path(), {"run", "./idle", "--out", "run", "--isolation", "none"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("idle cannot play: start_failed"));
  REQUIRE(fs::exists(folder / "run/key"));
  CHECK((fs::status(folder / "run/key").permissions() & fs::perms::mask) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  CHECK_THAT(read_file(folder / "run/key"), Matches("[0-9a-f]{64}\n"));
  CHECK(run_arena(folder.path(), {"run", sample_bot("random_c"), "--hands", "1", "--games", "1", "--out", "other",
                                  "--isolation", "none"})
            .code == 0);
  CHECK_FALSE(fs::exists(folder / "other/key"));
}

TEST_CASE("a run without a sandbox prints a warning and records it") {
  const ScratchFolder folder;
  const Outcome outcome = run_arena(folder.path(), {"run", sample_bot("random_c"), "--hands", "1", "--games", "1",
                                                    "--out", "run", "--isolation", "none"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("warning: bots run WITHOUT isolation"));
  CHECK_THAT(read_file(folder / "run/games.jsonl"), ContainsSubstring("\"isolation\":\"none\""));
}

TEST_CASE("a strict run stops at the first fault, and its input leads a bot there again", "[memory]") {
  const ScratchFolder folder;
  write_program(
      folder / "slips",
      "#!/usr/bin/python3\n"
      "import sys\n"
      "for line in sys.stdin:\n"
      "    word = line.split()\n"
      "    if word[0] == 'hello': print('ready', flush=True)\n"
      "    if word[0] == 'ask': print(word[1], '2C' if word[2] == 'pass' else word[word.index(':') + 1], flush=True)\n"
      "    if word[0] == 'quit': break\n");
  const Outcome outcome =
      run_arena(folder.path(), {"run", sample_bot("random_c"), "./slips", "--strict", "--out", "run"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.out, Matches("first fault: seat [0-3] in hand 1, question 1: illegal: (.|\n)*"));
  CHECK_THAT(outcome.out,
             ContainsSubstring("its complete input, which you can send to the bot again: run/first_fault.input\n"));

  const std::string input = read_file(folder / "run/first_fault.input");
  CHECK_THAT(input, Matches("hello arena 1 receipt=[0-9a-f]{64}\ngame (.|\n)*"));
  CHECK_THAT(input, Matches("(.|\n)*\nask [0-9]+003 pass 3 (.|\n)*"));
  const Outcome again = run_in(folder.path(), {"/bin/sh", "-c", "./slips < run/first_fault.input"});
  CHECK_THAT(again.out, Matches("ready\n[0-9]+001 2C\n[0-9]+002 2C\n[0-9]+003 2C\n"));
  // Nothing of the game is recorded, and the run can be resumed.
  CHECK_THAT(read_file(folder / "run/games.jsonl"), !ContainsSubstring("\"type\":\"game\""));
}

TEST_CASE("with standard streams closed the records stay clean", "[memory]") {
  const ScratchFolder folder;
  int number = 0;
  for (const char* closed : {"2>&-", ">&- 2>&-", "<&- 2>&-", "<&- >&- 2>&-"}) {
    INFO(closed);
    const std::string out = "run" + std::to_string(number++);
    const std::string command = std::string(HEARTS_ARENA_PROGRAM) + " run " + sample_bot("random_c") +
                                " --games 1 --hands 1 --seed a --isolation none --out " + out + " " + closed;
    run_in(folder.path(), {"/bin/sh", "-c", command});
    CHECK(run_arena(folder.path(), {"verify", out}).code == 0);
    for (const char* file : {"games.jsonl", "timings.jsonl", "faults.jsonl"}) {
      const std::string text = read_file(folder / (out + "/" + file));
      CHECK((text.empty() || text.starts_with("{\"v\":3,")));
      CHECK(text.find("\n1 of") == std::string::npos);
    }
  }
}

TEST_CASE("a run that has recorded nothing may become another one") {
  const ScratchFolder folder;
  const auto write_bot = [&](const char* text) { write_program(folder / "mine", text); };
  const Words command = {"run", "./mine", "--games", "1", "--hands", "1", "--out", "run"};
  write_bot("#!/bin/sh\nexit 1\n");
  CHECK(run_arena(folder.path(), command).code == 1);
  write_bot(
      "#!/usr/bin/python3\n"
      "import sys\n"
      "for line in sys.stdin:\n"
      "    word = line.split()\n"
      "    if word[0] == 'hello': print('ready', flush=True)\n"
      "    if word[0] == 'ask': print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n");
  CHECK(run_arena(folder.path(), command).code == 0);
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
}

TEST_CASE("the isolation of bots is recorded, and a run can be resumed at no other") {
  const ScratchFolder folder;
  const Words command = {"run", sample_bot("random_c"), "--games", "1", "--hands", "1", "--out",
                         "run", "--isolation",          "none"};
  CHECK(run_arena(folder.path(), command).code == 0);
  const std::string games = read_file(folder / "run/games.jsonl");
  CHECK_THAT(games, ContainsSubstring("\"isolation\":\"none\",\"commitment\":"));
  CHECK_THAT(read_file(folder / "run/timings.jsonl"), StartsWith("{\"v\":3,\"type\":\"session\",\"run\":\""));
  if (processes::best_isolation() == arena::Isolation::none) SKIP("no isolation on this machine");
  const Outcome other =
      run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", "1", "--hands", "1", "--out", "run"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, ContainsSubstring("its bots ran at isolation 'none', not '"));
}

TEST_CASE("a run stops when its time is over, and the same command resumes it") {
  const ScratchFolder folder;
  Words command = {"run", sample_bot("random_c"), "--games", "100000",     "--hands", "1", "--out",
                   "run", "--isolation",          "none",    "--max-time", "1s"};
  const auto recorded = [&]() -> long {
    if (!fs::exists(folder / "run/games.jsonl")) return 1;
    const std::string games = read_file(folder / "run/games.jsonl");
    return std::max<long>(std::count(games.begin(), games.end(), '\n'), 1);  // the first line is of no game
  };
  // A slow machine may come to no game in a second.
  const auto continues = [&] {
    const auto before = recorded();
    for (int seconds = 1; seconds <= 32 && recorded() == before; seconds *= 2) {
      command.back() = std::to_string(seconds) + "s";
      const Outcome outcome = run_arena(folder.path(), command);
      INFO(outcome.err);
      CHECK(outcome.code == 130);
      CHECK_THAT(outcome.err, ContainsSubstring("stopped because its time is up; "));
      if (recorded() > before) CHECK_THAT(read_file(folder / "run/receipt.txt"), ContainsSubstring("\ndigest "));
    }
    return recorded() > before;
  };
  CHECK(continues());
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
  CHECK(continues());
  CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
}

TEST_CASE("times to stop at are refused unless they are times, before anything is written") {
  const ScratchFolder folder;
  const auto error = [&](const char* option, const char* time) {
    return one_error(run_arena(folder.path(), {"run", sample_bot("random_c"), "--out", "run", option, time}));
  };
  for (const char* time : {"3", "0s", "-3s", "3x", "1.5h", "99999999999s", "1001d", "s"}) {
    CHECK(error("--max-time", time) ==
          "--max-time: '" + std::string(time) + "' is not a time such as 90s, 30m, 8h or 2d");
  }
  for (const char* time : {"25:00", "7", "07:30:01", "tomorrow", "2031-05-17", "2031-05-17T25:00"}) {
    CHECK(error("--until", time) ==
          "--until: '" + std::string(time) + "' is not a time such as 07:30 or 2031-05-17T07:30");
  }
  CHECK(error("--until", "2020-01-01T00:00") == "--until: 2020-01-01T00:00 is over");
  CHECK(error("--until", "9999-01-01T00:00") == "--until: 9999-01-01T00:00 is too far away");
  for (const char* time : {"2027-02-30T07:30", "2031-02-29T00:00", "9999-04-31T00:00"})
    CHECK(error("--until", time) == "--until: there is no such day as in " + std::string(time));
  CHECK_FALSE(fs::exists(folder / "run"));
}

TEST_CASE("a run may stop years from now, as the help has it") {
  const ScratchFolder folder;
  const std::time_t then = std::time(nullptr) + std::time_t{86400} * 365 * 20;
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M", std::localtime(&then));
  const Outcome outcome = run_arena(folder.path(), {"run", sample_bot("random_c"), "--games", "1", "--hands", "1",
                                                    "--isolation", "none", "--until", text});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("a line that was no answer is reported as it was, with the command that says more") {
  const ScratchFolder folder;
  write_program(
      folder / "talks",
      "#!/usr/bin/env python3\nimport sys\nfor line in sys.stdin:\n  word = line.split()\n"
      "  if word[:1] == ['hello']: print('ready', flush=True)\n  if word[:1] == ['quit']: break\n"
      "  if word[:1] == ['ask']: print('let me see\\n' + word[1], *word[word.index(':') + 1:][:int(word[3])], "
      "flush=True)\n");
  const Outcome outcome = run_arena(folder.path(), {"run", "talks", sample_bot("random_c"), "--games", "4", "--hands",
                                                    "1", "--seed", "7", "--out", "run", "--isolation", "none"});
  CHECK_THAT(outcome.err, ContainsSubstring("garbage: that is not an answer: begin it with the number "));
  CHECK_THAT(outcome.err, ContainsSubstring(" (let me see)\n"));
  CHECK_THAT(outcome.err, !ContainsSubstring("no question was open"));
  CHECK_THAT(outcome.err, ContainsSubstring("warning: talks: to see why: arena check talks\n"));
}

TEST_CASE("one line too many costs a try, not the answers that come after it") {
  const ScratchFolder folder;
  write_program(folder / "logs",
                "#!/usr/bin/env python3\nimport sys\nfor line in sys.stdin:\n  word = line.split()\n"
                "  if word[:1] == ['hello']: print('ready', flush=True)\n  if word[:1] == ['quit']: break\n"
                "  if word[:1] == ['game']: print('a new game', flush=True)\n"
                "  if word[:1] == ['ask']: print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n");
  const Outcome outcome = run_arena(folder.path(), {"run", "logs", sample_bot("random_c"), "--games", "4", "--hands",
                                                    "1", "--seed", "7", "--out", "run", "--isolation", "none"});
  CHECK(outcome.code == 0);
  CHECK_THAT(read_file(folder / "run/games.jsonl"), ContainsSubstring("\"answer\":\"a new game\""));
  // Reported once, though it happens in each game.
  const std::string sentence =
      "question 1: garbage, asked again: a new game; debug text belongs on stderr; to see why: arena check logs\n";
  const std::size_t first = outcome.err.find(sentence);
  REQUIRE(first != std::string::npos);
  CHECK(outcome.err.find(sentence, first + 1) == std::string::npos);
  CHECK_THAT(outcome.err, !ContainsSubstring("garbage:"));
  CHECK_THAT(outcome.err, !ContainsSubstring("is not open"));
  CHECK_THAT(outcome.err, !ContainsSubstring("no question was open"));
}

TEST_CASE("a bot that leaves between its games is reported, though none is lost by it") {
  const ScratchFolder folder;
  write_program(
      folder / "leaves",
      "#!/usr/bin/env python3\nimport sys\nfor line in sys.stdin:\n  word = line.split()\n"
      "  if word[:1] == ['hello']: print('ready', flush=True)\n  if word[:1] in (['quit'], ['end']): sys.exit(7)\n"
      "  if word[:1] == ['ask']: print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n");
  const Outcome outcome =
      run_arena(folder.path(), {"run", "leaves", sample_bot("random_c"), "--games", "40", "--hands", "1", "--seed", "7",
                                "--out", "run", "--isolation", "none", "--concurrency", "1"});
  CHECK(outcome.code == 0);
  CHECK_THAT(
      outcome.err,
      ContainsSubstring(
          ": leaves had exited since its last game, or at the start of this one (exit code 7), and was restarted"));
  CHECK_THAT(outcome.err, ContainsSubstring("; further restarts of this bot are not shown\n"));
  CHECK_THAT(outcome.out, !ContainsSubstring("forfeited"));
  CHECK_THAT(read_file(folder / "run/timings.jsonl"), ContainsSubstring(R"("replaced":"exit code 7")"));
}

TEST_CASE("bots of one name are told apart, and one that cannot play is sent to the check") {
  const ScratchFolder folder;
  for (const char* name : {"one", "two"}) {
    fs::create_directories(folder / name);
    write_program(folder / name / "duck", "#!/bin/sh\nexit 1\n");
  }
  const Outcome outcome = run_arena(folder.path(), {"run", "one/duck", "two/duck", "--games", "2", "--seed", "7",
                                                    "--out", "run", "--isolation", "none"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("info: duck is one/duck, duck-2 is two/duck\n"));
  CHECK_THAT(outcome.err, ContainsSubstring("error: duck: to see why: arena check one/duck\n"));
  CHECK_THAT(outcome.err, ContainsSubstring("error: duck-2: to see why: arena check two/duck\n"));
}

TEST_CASE("a bot's stderr cannot write to the terminal what it likes") {
  const ScratchFolder folder;
  write_program(folder / "rude", "#!/bin/sh\nprintf '\\033]0;pwned\\007' >&2\nexit 1\n");
  const Outcome outcome = run_arena(folder.path(), {"run", "./rude", "--out", "run"});
  CHECK(outcome.err.find('\x1B') == std::string::npos);
  CHECK_THAT(outcome.err, ContainsSubstring("\\x1b]0;pwned\\x07"));
}

}  // namespace run_test
