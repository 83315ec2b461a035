#include "arena/admission/check/examination.h"

#include <set>
#include <sstream>

#include "arena/admission/check/check_report.h"
#include "arena/admission/check/hints.h"
#include "arena/base/text/text_layout.h"
#include "tests/catch.h"

namespace step_test {

using namespace arena;

TEST_CASE("each step has a name of its own, one word, and the steps are in the order of their ids") {
  std::set<std::string_view> names;
  int place = 0;
  for (const Step& step : kSteps) {
    INFO(step.name);
    CHECK(names.insert(step.name).second);
    CHECK(step.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
    CHECK(static_cast<int>(step.id) == place++);
  }
}

TEST_CASE("each hint is a sentence, and there is one for every fault") {
  for (const Hint& hint : hints()) {
    INFO(hint.text);
    CHECK((hint.text.ends_with('.') || hint.text.ends_with("{by hand}")));
  }
  FaultEvent event;
  CHECK(hints().back().fits({event, {}}));
}

TEST_CASE("figures of a check fit forty columns, each with its unit") {
  Examination examination;
  examination.figures.games = 1;
  examination.figures.slowest = {{std::chrono::milliseconds(600), "black-lady@4", 1, 5}};
  const Subject subject{.bot = {}, .command = {}, .sandbox = {}, .limits = {}, .key = RunKey::random()};
  const std::string text = check_end(subject, examination, {40, 40});
  INFO(text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && !line.starts_with("0 passed");) CHECK(columns_of(line) <= 40);
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("600.00 ms\n"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("No room for: allowed; --json has them.\n"));
}

TEST_CASE("what a bot's stderr ends with is reported, and cannot reach the terminal") {
  FaultEvent event;
  event.fault = Fault::exited;
  event.question = 3;
  event.detail = "exit code 1";
  event.stderr_tail = {{3, "Traceback\nValueError: \x1b[31mred\n"}};
  CHECK(story_of(event) == "question 3: exited: exit code 1; its stderr ends with: ValueError: \\x1b[31mred");
}

/// The hint begins so.
auto hints_at(std::string_view begin) { return Catch::Matchers::StartsWith(std::string(begin)); }

TEST_CASE("an answer that comes when the input is closed is one that was not flushed") {
  FaultEvent event;
  event.fault = Fault::timeout;
  Overheard overheard;
  const auto hint = [&] { return std::string(hint_for({event, overheard}).text); };
  CHECK_THAT(hint(), hints_at("It does not answer."));
  overheard.arrival = Arrival::late;
  CHECK_THAT(hint(), hints_at("It thinks too long. Stop before MOVE and BANK"));
  overheard.arrival = Arrival::at_close;
  CHECK_THAT(hint(), hints_at("It does not flush"));
}

TEST_CASE("garbage that begins with a number is an answer to a wrong question, other garbage is chatter") {
  FaultEvent event;
  event.fault = Fault::garbage;
  event.received = {"ready", "12 QS"};
  CHECK_THAT(std::string(hint_for({event, {}}).text),
             hints_at("It gives the wrong number, or none. Begin each answer"));
  event.received = {"ready", "thinking of QS"};
  CHECK_THAT(std::string(hint_for({event, {}}).text), hints_at("It writes more than answers to stdout"));
}

}  // namespace step_test
