#include "engine/hand.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace position_test {

// A hand can be started in its middle, from the cards on the table and in each seat's hand.

namespace {

using namespace hearts;
using namespace hearts::test;

/// The hand as a position, with the hand that each seat plays second as hands[1].
Hand::Position position_of(const Hand& hand) {
  Hand::Position position;
  position.setup = hand.setup();
  position.phase = hand.phase();
  position.sub_hand = hand.sub_hand();
  position.kitty_taker = hand.kitty_taker();
  position.trick_number = hand.trick_number();
  position.trick = hand.trick();
  position.broken = hand.broken();
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    const auto second = static_cast<std::size_t>(1 - hand.selected(seat));
    position.held[index] = hand.cards(seat);
    position.won[index] = hand.won(seat);
    if (hand.kitty_taker() == seat) position.won[index] -= hand.setup().deal.leftover;
    position.setup.deal.hands[1][index] = hand.setup().deal.hands[second][index];
    position.setup.deal.hands[0][index] = {};
  }
  return position;
}

/// Both hands ask the same of the same seat, and end alike when the same moves are made.
void check_continues_alike(Hand one, Hand other, Random& random) {
  while (one.phase() != Phase::done) {
    REQUIRE(one.phase() == other.phase());
    REQUIRE(one.to_move() == other.to_move());
    REQUIRE(one.legal() == other.legal());
    const Move move = random_move(one, random);
    must_apply(other, other.to_move(), move);
    must_apply(one, one.to_move(), move);
  }
  CHECK(other.phase() == Phase::done);
  CHECK(one.kitty_taker() == other.kitty_taker());
  CHECK(one.tally().penalty == other.tally().penalty);
  CHECK(one.tally().shooter == other.tally().shooter);
  CHECK(one.score().change == other.score().change);
}

}  // namespace

TEST_CASE("a hand started from a position continues as the original hand") {
  std::uint64_t seed = 91000;
  for (const std::string& id : configurations_with_options()) {
    const GameRules game(rules_of(id));
    for (int number = 1; number <= 4; ++number) {
      Random random(seed_of(++seed));
      INFO(id << ", seed " << seed);
      Hand hand(game, random_setup(game, number, random));
      for (std::uint32_t moves = random.below(60); moves > 0; --moves) {
        Hand next = hand;
        must_apply(next, next.to_move(), random_move(next, random));
        if (next.phase() == Phase::choose || next.phase() == Phase::done) break;
        hand = next;
      }
      // A position is of a hand that is played, or that nobody has passed from.
      while (hand.phase() == Phase::select) must_apply(hand, hand.to_move(), random_move(hand, random));
      while (hand.phase() == Phase::pass && hand.to_move() != 0)
        must_apply(hand, hand.to_move(), random_move(hand, random));
      check_continues_alike(hand, Hand(game, position_of(hand)), random);
    }
  }
}

TEST_CASE("the leader of the first trick must open with the opening card if a hand is started there") {
  const GameRules game(rules_of("black-lady@4+deck.ranks=J,Q,K,A"));
  Hand::Position position;
  position.setup.dealer = 3;
  position.trick.leader = 2;
  const char* held[] = {"QC KC AC AD", "JD QD KD JS", "JC QS KS AS", "JH QH KH AH"};
  for (std::size_t seat = 0; seat < 4; ++seat) position.held[seat] = cards_of(game, held[seat]);
  const Hand hand(game, position);
  CHECK(hand.to_move() == 2);
  CHECK(hand.legal() == cards_of(game, "JC"));
}

}  // namespace position_test
