#include "arena/admission/check/examination.h"

#include <set>
#include <sstream>

#include "arena/admission/check/check_text.h"
#include "arena/admission/check/mistake.h"
#include "arena/admission/check/mistake_hints.h"
#include "arena/base/text/text_layout.h"
#include "tests/catch.h"

namespace step_test {

using namespace arena;

TEST_CASE("each step has a name of its own, one word, and the steps stand in the order of their ids") {
  std::set<std::string_view> names;
  int place = 0;
  for (const Step& step : steps()) {
    INFO(step.name);
    CHECK(names.insert(step.name).second);
    CHECK(step.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
    CHECK(static_cast<int>(step.id) == place++);
  }
}

TEST_CASE("each mistake has a hint that is a sentence") {
  for (int mistake = 0; mistake <= static_cast<int>(Mistake::processor); ++mistake) {
    INFO(mistake);
    const std::string_view hint = hint_of(static_cast<Mistake>(mistake));
    REQUIRE_FALSE(hint.empty());
    CHECK((hint.ends_with('.') || hint.ends_with(".)")));
  }
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

TEST_CASE("what a bot's stderr ends with is told, and cannot reach the terminal") {
  FaultEvent event;
  event.fault = Fault::exited;
  event.question = 3;
  event.detail = "exit code 1";
  event.stderr_tail = {{3, "Traceback\nValueError: \x1b[31mred\n"}};
  CHECK(story_of(event, {}) == "question 3: exited: exit code 1; its stderr ends: ValueError: \\x1b[31mred");
}

TEST_CASE("an answer that comes when the input is closed is one that was not flushed") {
  FaultEvent event;
  event.fault = Fault::timeout;
  CHECK(mistake_of(event, {}) == Mistake::never_answers);
  Overheard overheard;
  overheard.came_late = true;
  CHECK(mistake_of(event, overheard) == Mistake::answers_late);
  overheard.came_late = false;
  overheard.came_at_close = true;
  CHECK(mistake_of(event, overheard) == Mistake::no_flush);
}

TEST_CASE("garbage that begins with a number is an answer to a wrong question, other garbage is chatter") {
  FaultEvent event;
  event.fault = Fault::garbage;
  event.received = {"ready", "12 QS"};
  CHECK(mistake_of(event, {}) == Mistake::wrong_number);
  event.received = {"ready", "thinking of QS"};
  CHECK(mistake_of(event, {}) == Mistake::chatter);
}

}  // namespace step_test
