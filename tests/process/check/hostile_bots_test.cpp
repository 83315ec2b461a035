// Whatever a bot does, its examination ends, says that it failed, and leaves nothing behind.

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/check/checked.h"

namespace hostile_bots_test {

using namespace check_test;

namespace {

/// A bot of the zoo fails at a step, and nothing escapes to the terminal.
void survive(const std::string& animal, arena::Isolation isolation) {
  INFO(animal);
  const std::string bot = processes::in_repository("tests/process/zoo/" + animal + ".py").string();
  const Checked checked = check_bot(bot, {"--startup", "1500", "--processes", "8"}, isolation);
  INFO(checked.out << checked.err);
  CHECK(checked.code == 1);
  CHECK(checked.out.find("\x1b") == std::string::npos);
  CHECK(checked.out.find("  failed  ") != std::string::npos);
}

}  // namespace

TEST_BOTH_WAYS("a bot that floods is examined to the end") {
  for (const char* animal : {"endless_line", "flood_of_lines", "very_long_word"}) survive(animal, isolation);
}

TEST_BOTH_WAYS("a bot that hangs is examined to the end") {
  for (const char* animal : {"never_reads", "stops_itself", "partial_line", "ignores_sigterm"})
    survive(animal, isolation);
}

TEST_BOTH_WAYS("a bot that leaves processes is examined to the end") {
  for (const char* animal : {"daemon", "grandchild_holds_stdout"}) survive(animal, isolation);
}

TEST_BOTH_WAYS("a bot that goes away is examined to the end") {
  for (const char* animal : {"closes_stdout", "closes_stdin", "exits_mid_game", "dies_while_written_to"})
    survive(animal, isolation);
}

TEST_BOTH_WAYS("a bot that writes to the terminal is examined to the end") {
  for (const char* animal : {"garbage_with_escapes", "nul_bytes", "invalid_utf8"}) survive(animal, isolation);
}

}  // namespace hostile_bots_test
