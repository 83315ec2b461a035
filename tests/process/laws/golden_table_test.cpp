// The golden cases of document 001 at a table of processes: what is dealt and done there comes to what they say.

#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/process/laws/scripted_game.h"
#include "tests/unit/engine/golden_cases.h"
#include "tests/unit/engine/golden_laws_hands.h"

namespace golden_table_test {

using namespace laws_process_test;
using hearts::test::GoldenCase;
using hearts::test::GoldenLawsHand;
using Asks = GoldenLawsHand::Asks;

namespace {

std::string deal_of(const GoldenLawsHand& hand) {
  std::string text;
  for (const std::string& cards : hand.deal) text += (text.empty() ? "\"" : ",\"") + cards + "\"";
  return "\"deal\":[" + text + "]" + (hand.faulty ? ",\"faulty\":true" : "");
}

/// Plays all of the hand that is to happen before its last act, or with it.
ScriptedGame played(const GoldenCase& one, const GoldenLawsHand& hand, bool with_last) {
  const std::string acts = with_last ? hand.plays : hand.plays.substr(0, hand.plays.rfind(' '));
  return {one.variant, deal_of(hand), hand.dealer, acts};
}

/// The words of the last question but for those of laws that a seat was asked after so many plays.
std::set<std::string> offered(const ScriptedGame& game, std::size_t plays) {
  std::size_t seen = 0;
  // Every seat receives every play: the one that is asked after just so many is the one that plays next.
  for (int seat = 0; seat < 4; ++seat) {
    std::istringstream lines(game.sent_to(seat));
    seen = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("play ")) ++seen;
      if (seen != plays || line.find(" play 1 ") == std::string::npos) continue;
      std::istringstream words(line.substr(line.find(" : ") + 3));
      return {std::istream_iterator<std::string>(words), {}};
    }
  }
  return {};
}

std::size_t count_of_words(const std::string& text) {
  std::istringstream stream(text);
  return static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>(stream), {}));
}

std::set<std::string> words_in(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

bool has_heart(const std::set<std::string>& cards) {
  for (const std::string& card : cards) {
    if (card.ends_with('H')) return true;
  }
  return false;
}

void check_points(const GoldenCase& one, const GoldenLawsHand& hand) {
  // Moons are chosen, and totals are of whole matches: other tests have these.
  if (!one.expect.contains("hand") || one.kind == "score" || one.kind == "deal") return;
  const ScriptedGame game = played(one, hand, true);
  INFO(game.acts());
  CHECK(game.acts().starts_with(hand.plays));
  const hearts::PerSeat<int>& points = game.record().result.hands.front().points;
  CHECK(std::vector<int>(points.begin(), points.begin() + 4) == hearts::test::numbers_of(one.expect.at("hand")));
}

void check_offered(const GoldenCase& one, const GoldenLawsHand& hand) {
  const ScriptedGame game = played(one, hand, false);
  const std::set<std::string> cards = offered(game, count_of_words(hand.plays) - 1);
  INFO(game.acts());
  REQUIRE_FALSE(cards.empty());
  if (hand.asks == Asks::legal) {
    CHECK(cards == words_in(hearts::test::text_of(one.expect.at("legal"))));
  } else {
    CHECK(has_heart(cards) == one.expect.at("breaks").as_bool());
  }
}

void check_misdeal(const GoldenCase& one, const GoldenLawsHand& hand) {
  const bool redeal = one.expect.at("redeal").as_bool();
  if (!redeal) {
    // Nobody is asked then.
    CHECK_THROWS_WITH(played(one, hand, true), "nobody is asked for that act");
    return;
  }
  const ScriptedGame game = played(one, hand, true);
  const std::vector<arena::HandResult>& hands = game.record().result.hands;
  REQUIRE(hands.size() == 2);
  CHECK(game.acts() == hand.plays);
  CHECK(hands[0].thrown_in);
  CHECK(hands[0].dealer == hand.dealer);
  CHECK(hands[1].dealer == hearts::test::seat_of(one.expect.at("dealer")));
  CHECK(hands[1].number == 1);
}

}  // namespace

TEST_CASE("golden cases of document 001 are played by processes") {
  int checked = 0;
  for (const GoldenCase& one : hearts::test::read_golden_cases()) {
    for (const GoldenLawsHand& hand : hearts::test::golden_laws_hands()) {
      if (hand.id != one.id) continue;
      INFO(hand.id);
      ++checked;
      if (hand.asks == Asks::points) check_points(one, hand);
      if (hand.asks == Asks::legal || hand.asks == Asks::breaks) check_offered(one, hand);
      if (hand.asks == Asks::misdeal) check_misdeal(one, hand);
    }
  }
  CHECK(checked == static_cast<int>(hearts::test::golden_laws_hands().size()));
}

}  // namespace golden_table_test
