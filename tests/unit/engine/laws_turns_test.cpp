#include "engine/laws/laws_hand.h"
#include "tests/catch.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/laws_table.h"

namespace laws_turns_test {

// Playing out of turn (R001-25..29). Most tests start at trick 2 of the usual deal, which A leads.

using namespace hearts;
using namespace hearts::test;
using namespace hearts::test::laws_table;

TEST_CASE("a card out of turn lies, and it is still the turn of the same seat") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C");
  CHECK(laid(hand) == "A:4C C:9C");
  CHECK(hand.to_move() == B);
  CHECK_FALSE(hand.cards(C).contains(card_of(game(), "9C")));
}

TEST_CASE("a card out of turn that nobody objects to stands, and the missing seats play clockwise") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C B:3C");
  CHECK(hand.to_move() == D);
  lay(hand, "D:TC");
  CHECK(hand.trick_number() == 3);
  CHECK(hand.won(D) == cards_of(game(), "4C 9C 3C TC"));
  CHECK(hand.to_move() == D);
}

TEST_CASE("the highest card takes a trick in whatever order it was laid") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C D:JC C:9C B:3C");
  CHECK(hand.won(D) == cards_of(game(), "4C JC 9C 3C"));
}

TEST_CASE("a seat that has played to the trick may not demand a retraction") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C");
  CHECK(refusal_of(hand, A, Move::demand(C)) == RuleBreach{Breach::has_played, "R001-26"});
}

TEST_CASE("the owner of a card out of turn may not take it back") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C");
  CHECK(refusal_of(hand, C, Move::demand(C)) == RuleBreach{Breach::own_card, "R001-29"});
}

TEST_CASE("a retraction gives the card and all cards laid on it back, and the turn") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C B:3C");
  must_apply(hand, D, Move::demand(C));
  CHECK(laid(hand) == "A:4C");
  CHECK(hand.to_move() == B);
  CHECK(hand.cards(C).contains(card_of(game(), "9C")));
  CHECK(hand.cards(B).contains(card_of(game(), "3C")));
}

TEST_CASE("who plays accepts the card out of turn, till his own is taken back") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C D:TC C:9C B:3C");
  REQUIRE(hand.trick_number() == 3);
  hand = after_first_trick(game());
  lay(hand, "A:4C D:TC B:3C");
  CHECK(refusal_of(hand, B, Move::demand(D)) == RuleBreach{Breach::has_played, "R001-26"});
  must_apply(hand, C, Move::demand(D));
  CHECK(laid(hand) == "A:4C");
  lay(hand, "C:9C");
  must_apply(hand, B, Move::demand(C));
  CHECK(laid(hand) == "A:4C");
}

TEST_CASE("of two cards out of turn the later may be taken back alone") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C D:TC");
  must_apply(hand, B, Move::demand(D));
  CHECK(laid(hand) == "A:4C C:9C");
  must_apply(hand, B, Move::demand(C));
  CHECK(laid(hand) == "A:4C");
}

TEST_CASE("a retraction may be demanded of a card out of turn only") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C B:3C");
  for (const Seat owner : {A, B, 4, 100, -1}) {
    INFO(owner);
    CHECK(refusal_of(hand, D, Move::demand(owner)) == RuleBreach{Breach::card_in_turn, "R001-26"});
  }
}

TEST_CASE("a lead out of turn makes its owner the leader, and the seats after it follow") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "C:5D");
  CHECK(hand.trick().leader() == C);
  CHECK(hand.to_move() == D);
  lay(hand, "D:6D");
  CHECK(hand.to_move() == A);
  lay(hand, "A:2D");
  CHECK(hand.to_move() == B);
  lay(hand, "B:3D");
  CHECK(hand.won(D) == cards_of(game(), "5D 6D 2D 3D"));
}

TEST_CASE("a lead out of turn that is taken back leaves the lead where it belongs") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "C:5D D:6D");
  must_apply(hand, A, Move::demand(C));
  CHECK(laid(hand).empty());
  CHECK(hand.to_move() == A);
  lay(hand, "A:4C");
  CHECK(hand.to_move() == B);
}

TEST_CASE("who should have led may follow a lead out of turn, and then it stands for him") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "C:5D A:KD");
  CHECK(hand.to_move() == D);
  CHECK(refusal_of(hand, A, Move::demand(C)).breach == Breach::has_played);
}

TEST_CASE("an unbroken heart may not be led out of turn") {
  LawsHand hand = after_first_trick(game());
  CHECK(refusal_of(hand, C, play("4H")).breach == Breach::held_back_lead);
}

TEST_CASE("a seat with nothing but hearts may lead one out of turn") {
  LawsHand hand(game(), {.deal = named_deal(game(), {"2C 3C 4C", "5C 6C 7C", "8C 2H 3H", "9C TC JC"})});
  lay(hand, "A:2C B:5C C:8C D:9C");
  CHECK(hand.to_move() == D);
  lay(hand, "C:2H");
  CHECK(hand.trick().leader() == C);
}

TEST_CASE("nobody but the holder of the opening card can lead to trick 1") {
  LawsHand hand(game(), {.deal = usual_deal(game())});
  REQUIRE(hand.to_move() == B);
  CHECK(hand.possible(B) == cards_of(game(), "2C"));
  for (const Seat seat : {A, C, D}) CHECK(hand.possible(seat).empty());
  CHECK(refusal_of(hand, C, play("5C")).breach == Breach::opening_lead);
}

TEST_CASE("to trick 1 a seat may follow out of turn, but not with a heart") {
  LawsHand hand(game(), {.deal = usual_deal(game())});
  lay(hand, "B:2C");
  CHECK(refusal_of(hand, D, play("5H")).breach == Breach::first_trick_forbidden);
  lay(hand, "D:6C");
  CHECK(hand.to_move() == C);
}

TEST_CASE("a seat whose card was taken back waits for its turn in that trick") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C");
  must_apply(hand, B, Move::demand(C));
  CHECK(refusal_of(hand, C, play("8C")) == RuleBreach{Breach::must_wait, "R001-26"});
  lay(hand, "B:3C C:8C D:TC");
  REQUIRE(hand.to_move() == D);
  lay(hand, "C:5D");
  CHECK(hand.trick().leader() == C);
}

TEST_CASE("a heart that is taken back has broken nothing") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:4H");
  CHECK(hand.broken());
  must_apply(hand, B, Move::demand(C));
  CHECK_FALSE(hand.broken());
  lay(hand, "B:3C C:8C D:TC");
  CHECK(refusal_of(hand, D, play("9H")).breach == Breach::held_back_lead);
}

TEST_CASE("a heart discarded on trick 1 has broken nothing, also not once the trick is complete") {
  LawsHand hand(game(), {.deal = named_deal(game(), {"2C 3C", "4C 5C", "2H 3H", "6C 7C"})});
  lay(hand, "A:2C B:4C C:2H");
  CHECK_FALSE(hand.broken());
  lay(hand, "D:6C");
  CHECK_FALSE(hand.broken());
}

TEST_CASE("a seat plays one card to a trick") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:9C");
  for (const Seat seat : {A, C}) {
    CHECK(hand.possible(seat).empty());
    CHECK(refusal_of(hand, seat, play(seat == A ? "QC" : "8C")).breach == Breach::not_your_turn);
  }
}

TEST_CASE("a card that is not held cannot be played out of turn") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C");
  CHECK(refusal_of(hand, C, play("3C")).breach == Breach::not_in_hand);
}

TEST_CASE("where the law on turns is not in force, playing out of turn is refused") {
  const GameRules off(rules_of(
      GENERATE(as<std::string>{}, "tournament-laws@4+laws.out_of_turn=false", "tournament-laws@4+reject_illegal")));
  LawsHand hand = after_first_trick(off);
  CHECK(refusal_of(hand, C, play("5D")).breach == Breach::not_your_turn);
  CHECK(hand.possible(C).empty());
  CHECK(refusal_of(hand, B, Move::demand(A)) == RuleBreach{Breach::not_in_force, "R001-26"});
}

TEST_CASE("seats that are not at the table can do nothing") {
  LawsHand hand = after_first_trick(game());
  for (const Seat seat : {-1, 4, 1000}) {
    for (const Move& move :
         {play("4C"), Move::demand(A), Move::correct(card_of(game(), "4C")), Move::call_misdeal(), Move::agree()})
      CHECK(refusal_of(hand, seat, move).breach == Breach::not_your_turn);
  }
}

}  // namespace laws_turns_test
