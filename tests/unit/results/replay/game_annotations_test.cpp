#include "arena/results/replay/game_text.h"

#include <algorithm>
#include <sstream>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace game_annotations_test {

using namespace arena;
using namespace arena::test;
using std::chrono::microseconds;

namespace {

const RunKey kKey = RunKey::from_seed("annotations");
constexpr const char* kVariant = "black-lady@4+deck.ranks=J,Q,K,A+pass.count=1";

struct Made {
  explicit Made(const Mishaps& mishaps = {})
      : manifest(made_manifest(kVariant, kKey, 4, 4, {2, true})), record(made_game(manifest, kKey, 0, 0, mishaps)) {}
  std::string text(const GameView& view = {}) const {
    std::ostringstream out;
    CHECK_FALSE(write_game_text(out, record, rules, details, manifest.limits, view));
    return out.str();
  }
  GameAnnotations annotations(bool notes = true) const { return {record, details, manifest.limits, notes}; }

  Manifest manifest;
  const hearts::GameRules& rules = *manifest.variants[0].rules;
  GameRecord record;
  GameDetails details;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The line that comes before the one with this text.
std::string line_before(const std::string& text, const std::string& wanted) {
  const std::vector<std::string> lines = lines_of(text);
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(wanted) != line.npos; });
  REQUIRE(found != lines.begin());
  REQUIRE(found != lines.end());
  return *(found - 1);
}

std::vector<std::string> texts_of(const GameAnnotations& annotations, hearts::Seat seat, int question) {
  std::vector<std::string> texts;
  for (const GameAnnotations::Line& line : annotations.answer(seat, question).lines) texts.push_back(line.sentence());
  return texts;
}

}  // namespace

TEST_CASE("a note is below the trick of its question") {
  Made made;
  made.details.notes = {{3, 4, "info depth=9"}};
  // Question 1 is the pass, so question 4 is of the third trick.
  CHECK(line_before(made.text(), made.record.bots[3] + " info depth=9").starts_with("     3 "));
  GameView view;
  view.notes = false;
  CHECK(made.text(view).find("info") == std::string::npos);
}

TEST_CASE("a note of a hostile bot is one harmless line") {
  Made made;
  std::string hostile = "# \033]0;owned\007\033[2J\r\n";
  hostile += '\0';
  hostile += "\xc2\x9b" + std::string(100'000, 'x');
  made.details.notes = {{0, 2, hostile}};
  const std::string text = made.text();
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  const std::vector<std::string> lines = lines_of(text);
  CHECK(std::all_of(lines.begin(), lines.end(), [](const std::string& line) { return line.size() < 2000; }));
  CHECK(text.find("# \\x1b]0;owned\\x07\\x1b[2J\\x0d\\x0a\\x00\\xc2\\x9bxxx") != std::string::npos);
}

TEST_CASE("stderr and the last line of a bot that is gone are beside its fault") {
  Made made({{}, {{1, 4}}});
  FaultEvent event = made.record.result.faults[0];
  event.stderr_tail = {{4, "Traceback:\n\tIndexError\n"}};
  event.received = {"3 QD", "info soon"};
  made.details.faults = {event};
  CHECK(texts_of(made.annotations(), 1, 4) ==
        std::vector<std::string>{"stderr: Traceback:", "stderr:         IndexError", "fault: exited: code 3",
                                 "its last line: info soon", "forfeits; the house player plays from here on"});
  CHECK(texts_of(made.annotations(false), 1, 4).front() == "fault: exited: code 3");
}

TEST_CASE("of much stderr the last lines are shown, and how many are not") {
  Made made({{}, {{1, 4}}});
  FaultEvent event = made.record.result.faults[0];
  std::string text;
  for (int line = 1; line <= 100; ++line) text += "line " + std::to_string(line) + "\n";
  event.stderr_tail = {{4, text}};
  made.details.faults = {event};
  const std::vector<std::string> texts = texts_of(made.annotations(), 1, 4);
  CHECK(texts[0] == "stderr: ... (80 earlier lines)");
  CHECK(texts[1] == "stderr: line 81");
  CHECK(texts[20] == "stderr: line 100");
}

TEST_CASE("a bot that could not be started is reported before the first hand") {
  Made made({{}, {{2, 0}}});
  CHECK(made.text().find(made.record.bots[2] + " fault: start_failed: code 3\n  " + made.record.bots[2] +
                         " forfeits; the house player plays from here on\n\nHand 1:") != std::string::npos);
}

TEST_CASE("the time of each answer is beside its card, a slow one marked, and the bank at the end of the hand") {
  Made made;
  // The pass, four cards; the pass, four cards.
  made.details.clocks[1].asks = {
      microseconds(90), microseconds(1200), microseconds(250'000), microseconds(312'400), microseconds(10'000),
      microseconds(1),  microseconds(1),    microseconds(1),       microseconds(1),       microseconds(28'000'000)};
  const std::string text = made.text();
  const std::string name = made.record.bots[1];
  const std::vector<std::string> lines = lines_of(text);
  const auto line_of = [&](const std::string& label) {
    return *std::ranges::find_if(lines, [&](const std::string& one) { return one.starts_with(label + " "); });
  };
  CHECK_THAT(*std::find_if(lines.begin(), lines.end(),
                           [&](const std::string& line) { return line.starts_with("  " + name + "  passes"); }),
             Catch::Matchers::EndsWith("  90us"));
  CHECK_THAT(line_of("     1"), Catch::Matchers::Matches(".*[JQKA][CDSH]\\*? +1\\.2ms .*"));
  CHECK_THAT(line_of("     2"), Catch::Matchers::Matches(".*[JQKA][CDSH]\\*? +250ms~ .*"));
  CHECK_THAT(line_of("     3"), Catch::Matchers::Matches(".*[JQKA][CDSH]\\*? +312ms~ .*"));
  CHECK_THAT(line_of("  bank"), Catch::Matchers::Matches("  bank +29\\.4s"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring(" 1.43s\n"));
  GameView view;
  view.clocks = false;
  CHECK(made.text(view).find("ms") == std::string::npos);
  CHECK(made.text(view).find("bank") == std::string::npos);
}

TEST_CASE("the asks of a refused answer are one answer's time") {
  Made made({{{0, 3}}, {}});
  made.record.result.automatic[0].why = Fault::illegal;
  made.record.result.tries = {{0, 1, 2, Fault::illegal, "1 XX"},
                              {0, 1, 3, Fault::illegal, "1 XX"},
                              {0, 1, 3, Fault::garbage, "XX"},
                              {0, 1, 3, Fault::illegal, "1 XX"}};
  made.details.clocks[0].asks = {microseconds(1),   microseconds(10),  microseconds(20),  microseconds(100),
                                 microseconds(200), microseconds(400), microseconds(5000)};
  const GameAnnotations annotations = made.annotations();
  CHECK(annotations.answer(0, 1).time == microseconds(1));
  CHECK(annotations.answer(0, 2).time == microseconds(30));
  CHECK(annotations.answer(0, 3).time == microseconds(700));
  CHECK(annotations.answer(0, 4).time == microseconds(5000));
  CHECK_FALSE(annotations.answer(0, 5).time);
  CHECK(annotations.answer(0, 4).bank == std::chrono::seconds(30) - microseconds(5731));
}

TEST_CASE("of an older run the five slowest answers have their time") {
  Made made;
  made.details.clocks[2].slowest = {{3, microseconds(4000)}};
  const GameAnnotations annotations = made.annotations();
  CHECK(annotations.answer(2, 3).time == microseconds(4000));
  CHECK_FALSE(annotations.answer(2, 2).time);
  CHECK_FALSE(annotations.answer(2, 3).bank);
}

TEST_CASE("one hand of a game is shown alone") {
  const Made made;
  GameView view;
  view.hand = 2;
  for (const bool seat : {false, true}) {
    if (seat) view.seat = 1;
    const std::string text = made.text(view);
    CHECK(text.find("\nHand 1:") == std::string::npos);
    CHECK(text.find("\nHand 2:") != std::string::npos);
    CHECK(text.find("\nEnd\n") != std::string::npos);
  }
}

TEST_CASE("colours change nothing but escape sequences") {
  Made made({{{0, 2}}, {{1, 4}}});
  made.details.notes = {{3, 4, "info depth=9"}};
  made.details.clocks[1].asks = {microseconds(90), microseconds(490'000)};
  for (const bool seat : {false, true}) {
    GameView view;
    if (seat) view.seat = 1;
    const std::string plain = made.text(view);
    view.color = true;
    std::string stripped = made.text(view);
    CHECK(stripped.find("\033[31m") != std::string::npos);
    for (std::size_t start = stripped.find('\033'); start != std::string::npos; start = stripped.find('\033')) {
      stripped.erase(start, stripped.find('m', start) - start + 1);
    }
    CHECK(stripped == plain);
    CHECK(plain.find('\033') == std::string::npos);
  }
}

}  // namespace game_annotations_test
