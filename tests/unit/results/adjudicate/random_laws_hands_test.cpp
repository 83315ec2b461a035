#include "arena/results/adjudicate/adjudicator.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/results/adjudicate/made_hands.h"

namespace random_laws_hands_test {

using arena::Adjudicator;
using arena::test::HandMaker;
using arena::test::MadeHand;

TEST_CASE("random irregular hands are judged as the naive model judges them") {
  Adjudicator adjudicator(true);
  std::uint64_t seed = 8000;
  std::uint64_t number = 0;
  int complete = 0;
  int refused = 0;
  int charged = 0;
  for (const std::string& id : hearts::test::law_configurations()) {
    const hearts::GameRules game(hearts::test::rules_of(id));
    if (!game.rules().has_table_laws()) continue;
    HandMaker maker(game, id, ++seed);
    for (int i = 0; i < 100; ++i) {
      const MadeHand hand = maker.next(++number);
      std::string answer;
      adjudicator.answer({number, hand.line, false}, answer);
      answer.pop_back();
      INFO(id << ", seed " << seed << ", hand " << i << "\n" << hand.line << "\n" << answer << "\n" << hand.answer);
      REQUIRE(hand.agrees_with(answer));
      complete += hand.is_complete ? 1 : 0;
      refused += hand.is_error ? 1 : 0;
      charged += hand.charged;
    }
  }
  CHECK(complete > 500);
  CHECK(refused > 50);
  CHECK(charged > 1000);
}

}  // namespace random_laws_hands_test
