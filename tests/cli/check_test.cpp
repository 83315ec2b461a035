#include "arena/admission/check/examination.h"

#include "tests/cli/arena_command.h"

namespace check_test {

using namespace cli_test;

namespace {

Outcome check(Words words) {
  words.insert(words.begin(), "check");
  return run_arena(fs::temp_directory_path(), words);
}

}  // namespace

TEST_CASE("the list of steps has each with its number, name and title", "[memory]") {
  const Outcome outcome = check({"--list"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  for (const arena::Step& step : arena::kSteps) {
    CHECK_THAT(outcome.out, ContainsSubstring("  " + std::string(step.name) + " "));
    CHECK_THAT(outcome.out, ContainsSubstring("  " + std::string(step.title) + "\n"));
  }
}

TEST_CASE("a check without a bot, of no bot or for no step is bad input, reported in a line") {
  CHECK(check({}).code == 2);
  CHECK_THAT(one_error(check({})), ContainsSubstring("BOT is missing"));
  const Outcome nobody = check({"no-such-bot"});
  CHECK(nobody.code == 2);
  CHECK_THAT(one_error(nobody), ContainsSubstring("there is no bot 'no-such-bot'"));
  const Outcome no_step = check({sample_bot("random_c"), "--step", "luck"});
  CHECK(no_step.code == 2);
  CHECK_THAT(one_error(no_step), ContainsSubstring("--step"));
}

TEST_CASE("a bot that plays no variant is refused before its first step") {
  const ScratchFolder folder;
  write_file(folder.path() / "bot.json", R"({"name": "choosy", "command": ["sh"], "plays": ["bridge"]})");
  const Outcome outcome = run_arena(folder.path(), {"check", ".", "--isolation", "none", "--log-level", "error"});
  CHECK(outcome.code == 2);
  CHECK_THAT(one_error(outcome), ContainsSubstring("choosy plays no variant"));
}

TEST_CASE("a step alone comes with those it needs and no others", "[memory]") {
  const Outcome outcome = check({sample_bot("random_c"), "--step", "quit", "--isolation", "none"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, ContainsSubstring(" 1  passed "));
  CHECK_THAT(outcome.out, ContainsSubstring("19  passed    exits at 'quit'\n"));
  CHECK_THAT(outcome.out, ContainsSubstring("\n7 passed, 0 failed, 0 skipped; 2 games, "));
}

}  // namespace check_test
