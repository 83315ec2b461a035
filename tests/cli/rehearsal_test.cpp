// Before a run in which no process of a bot may play two games, one does: what goes wrong in the second is reported.

#include "tests/cli/arena_command.h"

namespace rehearsal_test {

using namespace cli_test;

namespace {

/// A bot that does this at each question of its n-th game, `games` of that number, and else answers. `is_first()` is
/// true once, in whichever of its processes asks first.
std::string bot_that(const std::string& condition, const std::string& act) {
  return "import os, sys, time\n"
         "def is_first():\n"
         "  try: open(mark, 'x')\n"
         "  except FileExistsError: return False\n"
         "  return True\n"
         "games = 0\nfor line in sys.stdin:\n  word = line.split()\n"
         "  if word[:1] == ['hello']: print('ready', flush=True)\n"
         "  if word[:1] == ['game']: games += 1\n"
         "  if word[:1] == ['ask']:\n"
         "    if " +
         condition + ": " + act +
         "\n"
         "    print(word[1], *word[word.index(':') + 1:][:int(word[3])], flush=True)\n"
         "  if word[:1] == ['quit']: break\n";
}

Outcome run_bot(const ScratchFolder& folder, const std::string& program, const Words& more) {
  fs::permissions(folder.path(), fs::perms::all);  // bots are another user
  write_file(folder / "bot.py", "mark = '" + (folder / "mark").string() + "'\n" + program);
  return run_arena(folder.path(), Words{"run", "python3 bot.py", sample_bot("random_c"), "--hands", "1", "--seed", "7",
                                        "--out", "run", "--isolation", "none", "--concurrency"} +
                                      more);
}

}  // namespace

TEST_CASE("a bot that fails in its second game is reported before a run of four games, which continues") {
  struct Row {
    std::string act;
    std::string reported;
    Words more;
  };
  const std::vector<Row> rows = {
      {"raise RuntimeError('the cards are all gone')",
       "question 1: exited: exit code 1; its stderr ends with: RuntimeError: the cards are all gone",
       {}},
      {"import signal; os.kill(os.getpid(), signal.SIGSEGV)", "question 1: killed_by_signal: ", {}},
      {"print('let me see', flush=True)", "(let me see)", {}},
      {"time.sleep(60)",
       "question 1: timeout: no answer in time, and it answered in game one",
       {"--move", "200", "--bank", "1"}},
  };
  for (const Row& row : rows) {
    INFO(row.act);
    const ScratchFolder folder;
    Words more = {"2", "--games", "4"};
    more = more + row.more;
    const Outcome outcome = run_bot(folder, bot_that("games > 1 and is_first()", row.act), more);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    const std::size_t reported =
        outcome.err.find(" failed in the rehearsal before the run, in the second game of one process: ");
    REQUIRE(reported != std::string::npos);
    const std::string line = outcome.err.substr(reported, outcome.err.find('\n', reported) - reported);
    CHECK_THAT(line, ContainsSubstring(row.reported) && ContainsSubstring("arena check 'python3 bot.py'"));
    // The games know nothing of it: a process that plays two of them is not the first.
    CHECK_THAT(outcome.out, ContainsSubstring("6 games"));
    CHECK(read_file(folder / "run/faults.jsonl").find("\"fault\"") == std::string::npos);
    CHECK(run_arena(folder.path(), {"verify", "run"}).code == 0);
  }
}

TEST_CASE(
    "a bot is not rehearsed where its processes play many games, and the rehearsal leaves out what the run itself "
    "meets") {
  const ScratchFolder folder;
  const Outcome first = run_bot(folder, bot_that("games == 1", "raise RuntimeError('sooner')"), {"2", "--games", "4"});
  CHECK_THAT(first.err, !ContainsSubstring("rehearsal") && ContainsSubstring("exited (forfeits)"));
  const ScratchFolder other;
  const Outcome many = run_bot(other, bot_that("games > 1", "raise RuntimeError('later')"), {"1", "--blocks", "4"});
  CHECK_THAT(many.err, !ContainsSubstring("rehearsal") && ContainsSubstring("and was restarted"));
  const ScratchFolder good;
  const Outcome none = run_bot(good, bot_that("False", "pass"), {"2", "--games", "4", "--keep-bytes"});
  CHECK_THAT(none.err, !ContainsSubstring("rehearsal"));
  // It has a process of its own, with the number 0.
  const std::string reported = read_file(good / "run/wire/bot.0.0.to_bot");
  CHECK_THAT(reported, ContainsSubstring("\ngame "));
}

}  // namespace rehearsal_test
