// What the check remarks about a bot that passes.

#include "tests/catch.h"
#include "tests/process/check/checked.h"
#include "tests/process/check/written_bot.h"

namespace remarks_test {

using namespace check_test;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

/// A bot whose answers follow from `botseed` and from what `more` sets `extra` to at each question.
std::string seeded_bot(const std::string& more) {
  return kPython + "import random\ngames = 0\n" + R"(
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["game"]:
        games += 1
        chance = random.Random(line[line.index("botseed"):].split()[0])
    if word[:1] == ["ask"]:
        extra = 0
)" + more +
         R"(
        for _ in range(extra): chance.random()
        print(word[1], *chance.sample(word[word.index(":") + 1:], int(word[3])), flush=True)
    if word[:1] == ["quit"]: break
)";
}

const std::string kClock = "        extra = time.perf_counter_ns() % 1000";
const std::string kSecondGame = "        if games > 1: extra = time.perf_counter_ns() % 1000";
const std::string kGamesBefore = "        extra = games - 1";

json::object checked(const std::string& program, const std::vector<std::string>& more = {}) {
  const arena::test::ScratchFolder folder;
  write_program(folder / "bot", program);
  std::vector<std::string> options = {"--json", "--step", "forgets"};
  options.insert(options.end(), more.begin(), more.end());
  return json_of(check_bot((folder / "bot").string(), options));
}

std::string outcome(const json::object& report, std::string_view step) {
  return std::string(step_in(report, step).at("outcome").as_string());
}

/// A bot that plays the last words offered. `at_question` may change `chosen`, and knows the number of the question in
/// its game.
std::string choosing_bot(const std::string& at_question) {
  return kPython + "question = 0\n" + R"(
for line in sys.stdin:
    word = line.split()
    if word[:1] == ["hello"]: print("ready", flush=True)
    if word[:1] == ["game"]: question = 0
    if word[:1] == ["ask"]:
        question += 1
        chosen = word[-int(word[3]):]
        first = word[word.index(":") + 1:][:int(word[3])]
)" + at_question +
         R"(
        print(word[1], *chosen, flush=True)
    if word[:1] == ["quit"]: break
)";
}

std::string text_of(const json::object& step, const char* key) { return std::string(step.at(key).as_string()); }

/// The step `answers` of a whole check of such a bot, which must pass.
json::object choosing(const std::string& at_question, const std::string& outcome, json::object* figures = nullptr) {
  const arena::test::ScratchFolder folder;
  write_program(folder / "bot", choosing_bot(at_question));
  const json::object report = json_of(check_bot((folder / "bot").string(), {"--json"}));
  CHECK(report.at("good").as_bool());
  if (figures != nullptr) *figures = report.at("figures").as_object();
  json::object step = step_in(report, "answers");
  CHECK(text_of(step, "outcome") == outcome);
  return step;
}

}  // namespace

TEST_CASE("a bot that fails at every question and takes the first words gets a remark with its error") {
  json::object figures;
  const json::object step = choosing(R"(
        import traceback
        try: [][question]
        except IndexError: traceback.print_exc(); chosen = first
)",
                                     "remark", &figures);
  const std::int64_t questions = figures.at("questions").as_int64();
  CHECK(questions > 1000);
  CHECK(figures.at("stderr_questions") == questions);
  CHECK(figures.at("first_words") == figures.at("choices"));
  const std::string all = std::to_string(questions);
  CHECK_THAT(text_of(step, "detail"),
             ContainsSubstring("it wrote to stderr at " + all + " of " + all +
                               " questions; first: IndexError: list index out of range; all "));
  CHECK_THAT(text_of(step, "detail"), ContainsSubstring(" were the first words offered"));
  CHECK_THAT(text_of(step, "hint"), ContainsSubstring("Its stderr reports an error"));
}

TEST_CASE(
    "a bot that reports an error at some questions gets a remark, and its other answers are not held against it") {
  const json::object step = choosing(R"(
        if question % 7 == 0: print("ValueError: no plan", file=sys.stderr)
)",
                                     "remark");
  CHECK_THAT(text_of(step, "detail"), ContainsSubstring("first: ValueError: no plan"));
  CHECK_THAT(text_of(step, "detail"), !ContainsSubstring("first words"));
}

TEST_CASE("a bot that takes the first words whenever it writes to stderr gets a remark") {
  const json::object step = choosing(R"(
        if question % 5 == 0: chosen = first; print("no plan", file=sys.stderr)
)",
                                     "remark");
  CHECK_THAT(text_of(step, "detail"), ContainsSubstring("answers to those that left a choice were the first words"));
  CHECK_THAT(text_of(step, "hint"), ContainsSubstring("as a bot does whose own choice fails"));
}

TEST_CASE("a bot that always takes the first words gets a remark, also if it writes nothing to stderr") {
  const json::object step = choosing("        chosen = first\n", "remark");
  CHECK_THAT(text_of(step, "detail"), ContainsSubstring("it wrote nothing to stderr; all "));
}

TEST_CASE("debug text on stderr is stated, and no remark") {
  const json::object step = choosing(R"(
        if question in (3, 9): print("I hold", question, file=sys.stderr)
)",
                                     "passed");
  CHECK_THAT(text_of(step, "detail"), ContainsSubstring("it wrote to stderr at "));
  CHECK_THAT(text_of(step, "detail"), ContainsSubstring(" questions; first: I hold 3"));
  choosing("        print('I hold', question, file=sys.stderr)\n", "passed");
}

TEST_CASE("a bot that uses the clock gets a remark, and fails only where equal answers are demanded") {
  const json::object report = checked(seeded_bot(kClock));
  CHECK(report.at("good").as_bool());
  CHECK(report.at("deterministic") == false);
  CHECK(outcome(report, "repeats") == "remark");
  CHECK_THAT(std::string(step_in(report, "repeats").at("hint").as_string()), ContainsSubstring("That is allowed"));
  CHECK(step_in(report, "forgets").at("detail") == "step 16 found different answers in equal games");
  const json::object strict = checked(seeded_bot(kClock), {"--deterministic"});
  CHECK(strict.at("deterministic") == true);
  CHECK(outcome(strict, "repeats") == "failed");
}

TEST_CASE("a bot that uses the clock in its second game only is not said to remember the first") {
  const json::object report = checked(seeded_bot(kSecondGame));
  CHECK(report.at("good").as_bool());
  CHECK(outcome(report, "repeats") == "passed");
  CHECK(outcome(report, "forgets") == "remark");
  CHECK(outcome(checked(seeded_bot(kSecondGame), {"--deterministic"}), "forgets") == "failed");
}

TEST_CASE("a bot that remembers earlier games fails, whether equal answers are demanded or not") {
  CHECK(outcome(checked(seeded_bot(kGamesBefore)), "forgets") == "failed");
  CHECK(outcome(checked(seeded_bot(kGamesBefore), {"--deterministic"}), "forgets") == "failed");
}

TEST_CASE("the check says how it judges different answers, and prints remarks with what to do") {
  const arena::test::ScratchFolder folder;
  write_program(folder / "bot", seeded_bot(kClock));
  const Checked lenient = check_bot((folder / "bot").string(), {"--step", "repeats"});
  CHECK(lenient.code == 0);
  CHECK_THAT(lenient.out, ContainsSubstring("\nDifferent answers in equal games count as a remark.\n"));
  CHECK_THAT(lenient.out, ContainsSubstring("\n16  remark    gives the same answers in two fresh processes\n"));
  CHECK_THAT(lenient.out, ContainsSubstring("hint: Its answers depend on more than the lines"));
  CHECK_THAT(lenient.out, ContainsSubstring("0 failed, 0 skipped, 1 remark; "));
  const Checked strict = check_bot((folder / "bot").string(), {"--step", "repeats", "--deterministic"});
  CHECK(strict.code == 1);
  CHECK_THAT(strict.out, ContainsSubstring("\nDifferent answers in equal games count as a failure.\n"));
}

}  // namespace remarks_test
