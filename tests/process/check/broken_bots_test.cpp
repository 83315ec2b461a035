// Each bot of bots/ makes one mistake. The step it is made for must name it; the steps before must pass.

#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/check/checked.h"

namespace broken_bots_test {

using namespace check_test;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace json = boost::json;

struct BrokenBot {
  std::string name;
  std::string step;    ///< that fails
  std::string detail;  ///< what is said of it must contain this
  std::string hint;    ///< the hint must contain this
  std::vector<std::string> options = {};
};

/// By what goes wrong: a test case each.
const std::vector<BrokenBot> kStart = {
    {"leaves_at_once", "start", "exit code 3 before 'ready'; its stderr ends with: no licence found", "by hand"},
    {"never_ready", "start", "none will come, nor after another line", "print the line 'ready'"},
    {"loads_long", "start", " ms too late", "Load less", {"--startup", "900"}},
    {"greets", "start", "my bot, version 7", "debug text to stderr"},
};

const std::vector<BrokenBot> kFlush = {
    {"never_flushes",
     "flush",
     "'ready' came only when its input was closed",
     "It does not flush",
     {"--startup", "900"}},
    {"flushes_ready_only", "flush", "the answer came only when its input was closed", "It does not flush"},
    {"never_answers", "flush", "no answer, not even when its input was closed", "Answer each line that begins with"},
    {"stumbles", "flush", "NameError: name 'cards' is not defined", "An error of its own ended it"},
    {"dies_of_a_signal", "flush", "SIGABRT", "debugger"},
};

const std::vector<BrokenBot> kAnswers = {
    {"thinks_long", "time", " ms too late", "Stop before MOVE and BANK"},
    {"debugs_on_stdout", "stdout", "choosing among", "debug text to stderr"},
    {"chatters", "stdout", "more than 200 lines", "at most 200 lines"},
    {"forgets_the_number", "number", "garbage", "Begin each answer with the second word"},
    {"counts_questions", "number", "(1 ", "do not count the questions yourself"},
    {"takes_one_card", "words", "1 word where 3 are asked for", "exactly N different words"},
    {"plays_its_hand", "words", "illegal", "not from the cards that you think you hold"},
};

const std::vector<BrokenBot> kGrowth = {
    {"knows_all_words", "unknown_lines", "ValueError: what is this: ", "first word you do not know"},
    {"counts_fields", "unknown_fields", "illegal", "for the word ':'"},
    {"knows_all_kinds", "unknown_kinds", "timeout", "If you do not know the KIND"},
    {"needs_a_word", "empty_lines", "IndexError: list index out of range", "if not word: continue"},
    {"knows_lf_only", "crlf", "question 1: ", "Cut the CR off"},
    {"takes_reads_for_lines", "pieces", "question ", "Keep what follows the last newline"},
};

const std::vector<BrokenBot> kGames = {
    {"trusts_its_answers", "late", "IndexError", "not from your answers"},
    {"knows_cards_only", "choices", "ValueError", "An error of its own ended it"},
    {"plays_one_game", "choices", "game 2 of its process, ", "An error of its own ended it"},
    {"knows_four_suits", "tables", "green-queen", "--step tables --keep-bytes"},
    {"ignores_botseed", "repeats", "one process chose", "Seed your random numbers with 'botseed'", {"--deterministic"}},
    {"never_forgets", "forgets", "one process chose", "seed your random numbers again"},
};

const std::vector<BrokenBot> kProcess = {
    {"looks_again_and_again", "rests", " ms without a question", "Wait by reading"},
    {"ignores_quit", "quit", "it was still running 500 ms after 'quit'", "the line 'quit' arrives"},
    {"ignores_the_end", "end_of_input", "it was still running 500 ms after the end of its input",
     "stdin reports its end"},
    {"leaves_a_child",
     "leftovers",
     "it exited and left 1 process running",
     "every process that you started",
     {"--processes", "2"}},
};

/// Steps that a mistake may spoil beside its own, as it must.
bool may_fail_too(const BrokenBot& bot, const std::string& step) {
  static const std::set<std::pair<std::string, std::string>> kBoth = {
      {"knows_cards_only", "tables"},  // it meets choices there too
      {"plays_one_game", "tables"},    // each a process of several games
      {"plays_one_game", "forgets"},
  };
  return kBoth.contains({bot.name, step});
}

void check_row(const BrokenBot& bot, arena::Isolation isolation) {
  INFO(bot.name);
  std::vector<std::string> options = {"--json"};
  options.insert(options.end(), bot.options.begin(), bot.options.end());
  const Checked checked = check_bot(broken_bot(bot.name), options, isolation);
  const json::object report = json_of(checked);
  bool before = true;
  for (const json::value& value : report.at("steps").as_array()) {
    const json::object& step = value.as_object();
    INFO(step);
    const std::string name(step.at("step").as_string());
    if (name == bot.step) {
      CHECK(step.at("outcome") == "failed");
      CHECK_THAT(std::string(step.at("detail").as_string()), ContainsSubstring(bot.detail));
      CHECK_THAT(std::string(step.at("hint").as_string()), ContainsSubstring(bot.hint));
      before = false;
    } else if (before) {
      CHECK(step.at("outcome") == "passed");
    } else if (!may_fail_too(bot, name)) {
      CHECK(step.at("outcome") != "failed");
    }
  }
  CHECK_FALSE(before);
}

void check_rows(const std::vector<BrokenBot>& bots, arena::Isolation isolation = arena::Isolation::none) {
  for (const BrokenBot& bot : bots) check_row(bot, isolation);
}

}  // namespace

TEST_CASE("a bot that does not start as it should is told why") { check_rows(kStart); }

TEST_CASE("a bot that does not answer is told whether it does not flush") { check_rows(kFlush); }

TEST_CASE("a bot that answers wrongly is told what is wrong") { check_rows(kAnswers); }

TEST_CASE("a bot that stumbles over what it does not know is told over what") { check_rows(kGrowth); }

TEST_CASE("a bot that goes wrong in some games only learns which they are") { check_rows(kGames); }

TEST_CASE("a bot that does not behave from game to game is told how") { check_rows(kProcess); }

TEST_CASE("a bot without a mistake passes every step") {
  const json::object report = json_of(check_bot(broken_bot("makes_no_mistake"), {"--json"}));
  CHECK(report.at("passed").as_int64() == static_cast<std::int64_t>(report.at("steps").as_array().size()));
}

TEST_CASE("what needs a step that failed is skipped, with the step's number") {
  const json::object report = json_of(check_bot(broken_bot("leaves_at_once"), {"--json"}));
  CHECK(report.at("failed") == 1);
  CHECK(report.at("passed") == 0);
  CHECK(step_in(report, "tables").at("outcome") == "skipped");
  CHECK(step_in(report, "tables").at("detail") == "step 1 failed");
}

TEST_CASE("the text and the JSON of a check say the same") {
  for (const char* bot : {"makes_no_mistake", "needs_a_word"}) {
    INFO(bot);
    const json::object report = json_of(check_bot(broken_bot(bot), {"--json"}));
    const Checked text = check_bot(broken_bot(bot));
    INFO(text.out);
    CHECK(text.code == (report.at("good").as_bool() ? 0 : 1));
    for (const json::value& step : report.at("steps").as_array()) {
      std::ostringstream line;
      line.width(2);
      line << step.at("number").as_int64() << "  ";
      const std::string outcome(step.at("outcome").as_string());
      if (std::string_view(step.at("detail").as_string()).starts_with("step ")) continue;  // reported in one line
      line << outcome << std::string(10 - outcome.size(), ' ') << std::string(step.at("title").as_string());
      CHECK_THAT("\n" + text.out, ContainsSubstring("\n" + line.str()));
    }
    std::ostringstream counts;
    counts << report.at("passed").as_int64() << " passed, " << report.at("failed").as_int64() << " failed, "
           << report.at("skipped").as_int64() << " skipped";
    if (const std::int64_t remarks = report.at("remarks").as_int64(); remarks > 0)
      counts << ", " << remarks << " remark";
    counts << "; ";
    CHECK_THAT(text.out, ContainsSubstring("\n" + counts.str()));
  }
}

}  // namespace broken_bots_test
