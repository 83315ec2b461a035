#include "engine/laws/laws_hand.h"
#include "tests/catch.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/laws_table.h"

namespace laws_revoke_test {

// Failing to follow suit (R001-30, -31). Most tests start at trick 2 of the usual deal, which A leads.

namespace {

using namespace hearts;
using namespace hearts::test;
using namespace hearts::test::laws_table;

Move correct(const std::string& card) { return Move::correct(card_of(game(), card)); }

/// A hand in which B fails to follow in trick 2 and nobody does otherwise.
LawsHand with_revoke(const GameRules& rules) {
  LawsHand hand = after_first_trick(rules);
  lay(hand, "A:4C B:3D C:9C D:TC");
  return hand;
}

/// A holds all clubs but 3C, and AD: A takes every trick of regular play.
Deal moon_deal() {
  return named_deal(game(), {"2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC AD", "3C 2D 3D 4D 5D 2S 3S 4S 5S 2H 3H 4H 5H",
                             "6D 7D 8D 9D 6S 7S 8S 9S TS 6H 7H 8H 9H", "TD JD QD KD JS QS KS AS TH JH QH KH AH"});
}

/// A plays clubs as long as there are any; B fails to follow to the first one.
LawsHand moon_with_revoke(const GameRules& rules) {
  LawsHand hand(rules, {.deal = moon_deal()});
  lay(hand, "A:2C B:2D C:6D D:TD");
  Random random(seed_of(120));
  while (hand.phase() == Phase::play) {
    const Seat seat = hand.to_move();
    Move move = regular_move(hand, random);
    const CardSet clubs = hand.legal(seat) & rules.suit_cards(0);
    if (seat == A && !clubs.empty()) move = Move::play(clubs.nth(clubs.size() - 1));
    must_apply(hand, seat, move);
  }
  return hand;
}

}  // namespace

TEST_CASE("a seat that could follow suit can play another card: a revoke") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3D");
  CHECK(hand.trick().at(1).revoke);
  CHECK_FALSE(hand.trick().at(0).revoke);
  CHECK_FALSE(hand.legal(C).contains(card_of(game(), "5D")));
  CHECK(hand.possible(C).contains(card_of(game(), "5D")));
}

TEST_CASE("a card of a seat that cannot follow is no revoke") {
  LawsHand hand(game(), {.deal = usual_deal(game(), "2C 3C 7C KC")});
  lay(hand, "A:4C B:3D C:5D");
  CHECK_FALSE(hand.trick().at(1).revoke);
  CHECK(hand.trick().at(2).revoke);
}

TEST_CASE("a revoke put right costs nothing, and cards laid on it go back") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3D C:9C");
  must_apply(hand, B, correct("3C"));
  CHECK(laid(hand) == "A:4C B:3C");
  CHECK(hand.to_move() == C);
  CHECK(hand.cards(C).contains(card_of(game(), "9C")));
  CHECK(hand.cards(B).contains(card_of(game(), "3D")));
  lay(hand, "C:9C D:TC");
  Random random(seed_of(100));
  play_on(hand, Phase::done, random);
  CHECK_FALSE(hand.findings().any_revoke());
  CHECK(sum(hand.tally().penalty) == 26);
}

TEST_CASE("a revoke is put right with a card of the suit led, out of one's hand") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3D C:9C");
  CHECK(refusal_of(hand, B, correct("4D")).breach == Breach::must_follow);
  CHECK(refusal_of(hand, B, correct("3D")).breach == Breach::not_in_hand);
  CHECK(refusal_of(hand, B, correct("8C")).breach == Breach::not_in_hand);
}

TEST_CASE("the last seat of a trick cannot put its revoke right") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3C C:9C D:6D");
  CHECK(refusal_of(hand, D, correct("6C")) == RuleBreach{Breach::nothing_to_correct, "R001-30"});
}

TEST_CASE("who has no revoke in the trick has nothing to put right") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3D C:9C");
  for (const Seat seat : {A, C, D})
    CHECK(refusal_of(hand, seat, correct("6C")) == RuleBreach{Breach::nothing_to_correct, "R001-30"});
  must_apply(hand, B, correct("3C"));
  CHECK(refusal_of(hand, B, correct("7C")) == RuleBreach{Breach::nothing_to_correct, "R001-30"});
}

TEST_CASE("a heart that is put right has broken nothing") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3H");
  CHECK(hand.broken());
  must_apply(hand, B, correct("3C"));
  CHECK_FALSE(hand.broken());
}

TEST_CASE("a heart of a revoke that stands breaks") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3H C:9C D:TC");
  CHECK(hand.broken());
  CHECK(hand.legal(D).contains(card_of(game(), "9H")));
}

TEST_CASE("a revoke to trick 1 may not be a heart") {
  LawsHand hand(game(), {.deal = usual_deal(game())});
  lay(hand, "B:2C");
  CHECK(refusal_of(hand, C, play("4H")).breach == Breach::first_trick_forbidden);
  lay(hand, "C:5D D:6C A:QS");
  CHECK(hand.trick(1).at(1).revoke);
  CHECK(hand.trick(1).at(3).revoke);
}

TEST_CASE("a revoke out of turn that is put right is still out of turn") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C C:5D");
  must_apply(hand, C, correct("9C"));
  CHECK(laid(hand) == "A:4C C:9C");
  must_apply(hand, B, Move::demand(C));
  CHECK(laid(hand) == "A:4C");
}

TEST_CASE("the table finds a revoke: the offender pays all hearts and the QS he took, nobody else pays") {
  const bool all = GENERATE(false, true);
  const GameRules rules(rules_of(all ? "tournament-laws@4+all_penalty_cards" : "tournament-laws@4"));
  int with_queen = 0;
  int without_queen = 0;
  for (std::uint64_t seed = 101; seed < 121; ++seed) {
    INFO("seed " << seed);
    LawsHand hand = with_revoke(rules);
    Random random(seed_of(seed));
    play_on(hand, Phase::done, random);
    const bool queen = hand.won(B).contains(card_of(rules, "QS"));
    ++(queen ? with_queen : without_queen);
    CHECK(hand.score().change == PerSeat<int>{0, queen || all ? 26 : 13, 0, 0});
    CHECK(hand.findings().revoked == PerSeat<bool>{false, true});
  }
  CHECK(with_queen > 0);
  CHECK(without_queen > 0);
}

TEST_CASE("each of several offenders pays all hearts") {
  LawsHand hand = after_first_trick(game());
  lay(hand, "A:4C B:3D C:5D D:TC");
  Random random(seed_of(121));
  play_on(hand, Phase::done, random);
  CHECK(hand.score().change[0] == 0);
  CHECK(hand.score().change[1] >= 13);
  CHECK(hand.score().change[2] >= 13);
  CHECK(hand.score().change[3] == 0);
}

TEST_CASE("with a revoke there is no moon") {
  const LawsHand hand = moon_with_revoke(game());
  REQUIRE(hand.won(A) == game().deck().cards());
  CHECK(hand.phase() == Phase::done);
  CHECK(hand.tally().shooter == kNobody);
  CHECK(hand.score().change == PerSeat<int>{0, 13, 0, 0});
}

TEST_CASE("a revoke that nobody claims costs nothing, and a moon counts") {
  LawsHand hand = moon_with_revoke(by_claim());
  REQUIRE(hand.phase() == Phase::claim);
  for (Seat seat = 0; seat < 4; ++seat) must_apply(hand, seat, Move::agree());
  REQUIRE(hand.phase() == Phase::choose);
  CHECK(hand.to_move() == A);
  CHECK(refusal_of(hand, B, Move::choose(MoonOption::add_others)).breach == Breach::not_your_turn);
  must_apply(hand, A, Move::choose(MoonOption::add_others));
  CHECK(hand.score().change == PerSeat<int>{0, 26, 26, 26});
}

TEST_CASE("a claim of a revoke makes the offender pay") {
  LawsHand hand = moon_with_revoke(by_claim());
  must_apply(hand, D, Move::claim_revoke(B, 1));
  for (Seat seat = 0; seat < 4; ++seat) must_apply(hand, seat, Move::agree());
  CHECK(hand.phase() == Phase::done);
  CHECK(hand.score().change == PerSeat<int>{0, 13, 0, 0});
}

TEST_CASE("a revoke may be claimed once its trick is complete") {
  LawsHand hand = after_first_trick(by_claim());
  lay(hand, "A:4C B:3D C:9C");
  CHECK(refusal_of(hand, A, Move::claim_revoke(B, 2)) == RuleBreach{Breach::trick_open, "R001-30"});
  lay(hand, "D:TC");
  must_apply(hand, A, Move::claim_revoke(B, 2));
  CHECK(hand.findings().revoked == PerSeat<bool>{false, true});
  CHECK(refusal_of(hand, C, Move::claim_revoke(B, 2)) == RuleBreach{Breach::already_found, "R001-31"});
}

TEST_CASE("a claim must name the seat and the trick of a revoke") {
  LawsHand hand = with_revoke(by_claim());
  for (const auto& [seat, trick] :
       {std::pair(A, 2), std::pair(B, 1), std::pair(B, 0), std::pair(B, -5), std::pair(-1, 2), std::pair(4, 2)}) {
    INFO(seat << " " << trick);
    CHECK(refusal_of(hand, A, Move::claim_revoke(seat, trick)) == RuleBreach{Breach::no_revoke, "R001-31"});
  }
  CHECK(refusal_of(hand, A, Move::claim_revoke(B, 99)) == RuleBreach{Breach::trick_open, "R001-30"});
}

TEST_CASE("a revoke may be claimed after the last trick, till all agree to score") {
  LawsHand hand = with_revoke(by_claim());
  Random random(seed_of(122));
  play_on(hand, Phase::claim, random);
  must_apply(hand, A, Move::agree());
  CHECK(hand.to_move() == B);
  CHECK(refusal_of(hand, A, Move::agree()).breach == Breach::not_your_turn);
  must_apply(hand, A, Move::claim_revoke(B, 2));
  for (const Seat seat : {D, C, B}) must_apply(hand, seat, Move::agree());
  CHECK(hand.phase() == Phase::done);
  CHECK(hand.score().change[1] >= 13);
}

TEST_CASE("a revoke found after the scoring has no consequence") {
  LawsHand hand = with_revoke(by_claim());
  Random random(seed_of(123));
  play_on(hand, Phase::done, random);
  CHECK(sum(hand.score().change) == 26);
  CHECK(refusal_of(hand, A, Move::claim_revoke(B, 2)).breach == Breach::wrong_phase);
}

TEST_CASE("where the table finds revokes, nobody need claim them or agree") {
  LawsHand hand = with_revoke(game());
  CHECK(refusal_of(hand, A, Move::claim_revoke(B, 2)) == RuleBreach{Breach::found_by_table, "A001-9"});
  CHECK(refusal_of(hand, A, Move::agree()).breach == Breach::wrong_phase);
}

TEST_CASE("where the law on revokes is not in force, suit must be followed") {
  const GameRules off(
      rules_of(GENERATE(as<std::string>{}, "tournament-laws@4+laws.revoke=false+laws.revoke_discovery=n/a",
                        "tournament-laws@4+reject_illegal")));
  LawsHand hand = after_first_trick(off);
  lay(hand, "A:4C");
  CHECK(hand.possible(B) == cards_of(off, "3C 7C KC"));
  CHECK(refusal_of(hand, B, play("3D")).breach == Breach::must_follow);
  CHECK(refusal_of(hand, A, correct("QC")) == RuleBreach{Breach::not_in_force, "R001-30"});
  CHECK(refusal_of(hand, A, Move::claim_revoke(B, 1)) == RuleBreach{Breach::not_in_force, "R001-31"});
}

}  // namespace laws_revoke_test
