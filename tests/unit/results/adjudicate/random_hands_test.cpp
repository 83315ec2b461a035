#include "arena/results/adjudicate/adjudicator.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/results/adjudicate/made_hands.h"

namespace random_hands_test {

using arena::Adjudicator;
using arena::test::HandMaker;
using arena::test::MadeHand;

TEST_CASE("random hands of every configuration and option are judged as the naive model judges them") {
  Adjudicator adjudicator(true);
  std::uint64_t seed = 7000;
  std::uint64_t number = 0;
  int moons = 0;
  for (const std::string& id : hearts::test::configurations_with_options()) {
    const hearts::GameRules game(hearts::test::rules_of(id));
    HandMaker maker(game, id, ++seed);
    for (int i = 0; i < 6; ++i) {
      const MadeHand hand = maker.next(++number);
      std::string answer;
      adjudicator.answer({number, hand.line, false}, answer);
      answer.pop_back();
      INFO(id << ", seed " << seed << ", hand " << i << "\n" << hand.line << "\n" << answer << "\n" << hand.answer);
      REQUIRE(hand.agrees_with(answer));
      if (hand.has_moon) ++moons;
    }
  }
  CHECK(moons > 0);
}

TEST_CASE("without --legal the same is answered, but for the legal cards") {
  Adjudicator with_legal(true);
  Adjudicator without(false);
  const hearts::GameRules game(hearts::test::rules_of("royal-classic@4"));
  HandMaker maker(game, "royal-classic@4", 5);
  for (std::uint64_t number = 1; number <= 30; ++number) {
    const MadeHand hand = maker.next(number);
    std::string expected;
    std::string answer;
    with_legal.answer({number, hand.line, false}, expected);
    without.answer({number, hand.line, false}, answer);
    if (!hand.is_error) {
      const std::size_t start = expected.find(",\"legal\":[");
      REQUIRE(start != std::string::npos);
      expected.erase(start, expected.find("]", start) + 1 - start);
    }
    CHECK(answer == expected);
  }
}

}  // namespace random_hands_test
