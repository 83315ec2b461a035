#include "sample_bots/monte_carlo_cpp/search.h"

#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace search_test {

// What the Monte Carlo bot finds when it looks for an answer.

namespace {

using namespace hearts;
using namespace hearts::test;
using monte::Effort;
using monte::Knowledge;
using monte::Search;
using monte::Worth;

/// Seat 0 in hand 4, which has no pass, with these cards, in its first trick.
Knowledge knowledge_with(const GameRules& game, const std::string& cards) {
  Hand::Setup setup;
  setup.number = 4;
  setup.deal.point_lane = game.fixed_point_lane();
  Knowledge known(game, 0, setup);
  known.deal(cards_of(game, cards));
  return known;
}

/// A whole trick, from the leader on.
void play_trick(Knowledge& known, int number, Seat leader, std::initializer_list<const char*> cards, Seat winner) {
  known.start_trick(number, leader);
  Seat seat = leader;
  for (const char* card : cards) {
    known.play(seat, card_of(known.game(), card));
    seat = seat_at(seat, 1, known.game().seats());
  }
  known.take_trick(winner);
}

/// The second trick: spades were led, the queen lies, and seat 0 is the last to play.
Knowledge queen_on_the_table(const GameRules& game) {
  Knowledge known = knowledge_with(game, "9C 3D 7D JD KD AS 3S 2H 4H 6H 8H TH QH");
  play_trick(known, 1, 1, {"2C", "AC", "KC", "9C"}, 2);
  known.start_trick(2, 1);
  known.play(1, card_of(game, "KS"));
  known.play(2, card_of(game, "QS"));
  known.play(3, card_of(game, "5S"));
  return known;
}

}  // namespace

TEST_CASE("the search leaves the queen of spades to another") {
  const GameRules game(rules_of("black-lady@4"));
  const Knowledge known = queen_on_the_table(game);
  const Worth worth(game, 1, false);
  Search search(known, worth, Random(seed_of(1)), {.playouts = 400});
  CHECK(search.card(cards_of(game, "AS 3S")) == card_of(game, "3S"));
}

TEST_CASE("the search takes a jack that is worth having") {
  const GameRules game(rules_of("omnibus@4"));
  Knowledge known = knowledge_with(game, "9C AD 3D 5S 3S 2S 4S 6S 2H 4H 3H 5H 6H");
  play_trick(known, 1, 1, {"2C", "AC", "KC", "9C"}, 2);
  known.start_trick(2, 1);
  known.play(1, card_of(game, "KD"));
  known.play(2, card_of(game, "JD"));
  known.play(3, card_of(game, "5D"));
  const Worth worth(game, 1, false);
  Search search(known, worth, Random(seed_of(2)), {.playouts = 400});
  CHECK(search.card(cards_of(game, "AD 3D")) == card_of(game, "AD"));
}

TEST_CASE("a search with one answer makes no playouts") {
  const GameRules game(rules_of("black-lady@4"));
  const Knowledge known = queen_on_the_table(game);
  const Worth worth(game, 1, false);
  Search search(known, worth, Random(seed_of(3)), {.playouts = 400});
  CHECK(search.card(cards_of(game, "AS")) == card_of(game, "AS"));
  CHECK(search.playouts() == 0);
  CHECK(search.findings().empty());
}

TEST_CASE("the findings of a search begin with its choice and say what each answer costs") {
  const GameRules game(rules_of("black-lady@4"));
  const Knowledge known = queen_on_the_table(game);
  const Worth worth(game, 1, false);
  Search search(known, worth, Random(seed_of(1)), {.playouts = 400});
  CHECK(search.card(cards_of(game, "AS 3S")) == card_of(game, "3S"));
  CHECK_THAT(
      search.findings(),
      Catch::Matchers::Matches(
          "expected points in this hand, best first: 3S [0-9.]+, AS 1[0-9]\\.[0-9] \\([0-9]+ imagined deals\\)"));
}

TEST_CASE("a search ends before its playouts do where one answer is clearly the best") {
  const GameRules game(rules_of("black-lady@4"));
  const Knowledge known = queen_on_the_table(game);
  const Worth worth(game, 1, false);
  Search search(known, worth, Random(seed_of(4)), {.playouts = 100000});
  CHECK(search.card(cards_of(game, "AS 3S")) == card_of(game, "3S"));
  CHECK(search.playouts() < 1000);
}

TEST_CASE("a search whose time is over ends when it first looks at the clock") {
  const GameRules game(rules_of("black-lady@4"));
  Knowledge known = knowledge_with(game, "2C 9C 3D 7D JD KD 3S 2H 4H 6H 8H TH QH");
  play_trick(known, 1, 0, {"2C", "3C", "4C", "AC"}, 3);
  known.start_trick(2, 3);
  known.play(3, card_of(game, "5D"));
  known.play(0, card_of(game, "3D"));
  known.play(1, card_of(game, "6D"));
  known.play(2, card_of(game, "8D"));
  known.take_trick(2);
  known.start_trick(3, 0);
  const Worth worth(game, 1, false);
  const Effort effort{.playouts = 100000, .deadline = std::chrono::steady_clock::time_point{}};
  Search search(known, worth, Random(seed_of(5)), effort);
  const CardSet offered = cards_of(game, "9C 7D JD KD 3S");
  const auto card = search.card(offered);
  REQUIRE(card.has_value());
  CHECK(offered.contains(*card));
  // Sixteen deals of five cards, each with two plans.
  CHECK(search.playouts() == 16 * 5 * 2);
}

TEST_CASE("a search finds nothing where the cards do not add up") {
  const GameRules game(rules_of("black-lady@4"));
  Knowledge known = queen_on_the_table(game);
  known.play(0, card_of(game, "3S"));
  const Worth worth(game, 1, false);
  Search search(known, worth, Random(seed_of(6)), {.playouts = 400});
  CHECK_FALSE(search.card(cards_of(game, "AS 2H")).has_value());
}

}  // namespace search_test
