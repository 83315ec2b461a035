#include <set>

#include "engine/laws/laws_hand.h"
#include "engine/match.h"
#include "tests/catch.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/laws_table.h"

namespace laws_deal_test {

// Misdeals (R001-20..22) and incorrect hands (R001-23, -24).

namespace {

using namespace hearts;
using namespace hearts::test;
using namespace hearts::test::laws_table;

/// Plays the deal on without irregularity. `moved` gives A a card too many, `lost` somebody one too few.
LawsHand played(const GameRules& rules, const std::string& lost, const std::string& moved, std::uint64_t seed) {
  LawsHand hand(rules, {.deal = usual_deal(rules, lost, moved)});
  Random random(seed_of(seed));
  play_on(hand, Phase::done, random);
  return hand;
}

int hearts_among(CardSet cards) { return (cards & game().suit_cards(game().fixed_point_lane())).size(); }

/// What the cards cost their taker.
int points_of(CardSet cards) { return hearts_among(cards) + (cards.contains(card_of(game(), "QS")) ? 13 : 0); }

}  // namespace

TEST_CASE("any seat may call a misdeal until trick 1 is complete, and the hand is thrown in") {
  Random random(seed_of(130));
  LawsHand hand(game(), {.deal = usual_deal(game())}, true);
  for (int laid_cards = 0; laid_cards < 4; ++laid_cards) {
    for (Seat seat = 0; seat < 4; ++seat) {
      LawsHand copy = hand;
      must_apply(copy, seat, Move::call_misdeal());
      CHECK(copy.phase() == Phase::thrown_in);
      CHECK(copy.to_move() == kNobody);
      CHECK(copy.score().change == PerSeat<int>{});
      CHECK(refusal_of(copy, seat, Move::call_misdeal()).breach == Breach::wrong_phase);
      CHECK(refusal_of(copy, hand.to_move(), regular_move(hand, random)).breach == Breach::wrong_phase);
    }
    must_apply(hand, hand.to_move(), regular_move(hand, random));
  }
  CHECK(refusal_of(hand, A, Move::call_misdeal()) == RuleBreach{Breach::deal_stands, "R001-21"});
}

TEST_CASE("a deal that is in order cannot be called a misdeal") {
  LawsHand hand(game(), {.deal = usual_deal(game())});
  CHECK(refusal_of(hand, A, Move::call_misdeal()) == RuleBreach{Breach::deal_in_order, "R001-20"});
}

TEST_CASE("a deal with a wrong number of cards is a misdeal") {
  for (const auto& [lost, moved] : {std::pair("3D", ""), std::pair("", "3D")}) {
    LawsHand hand(game(), {.deal = usual_deal(game(), lost, moved)});
    CHECK(hand.is_misdealt());
    must_apply(hand, C, Move::call_misdeal());
    CHECK(hand.phase() == Phase::thrown_in);
  }
}

TEST_CASE("a misdeal may be called while cards are passed") {
  const GameRules passing(rules_of("tournament-laws@4+with_passing"));
  LawsHand hand(passing, {.deal = usual_deal(passing)}, true);
  Random random(seed_of(131));
  must_apply(hand, A, regular_move(hand, random));
  REQUIRE(hand.phase() == Phase::pass);
  must_apply(hand, C, Move::call_misdeal());
  CHECK(hand.phase() == Phase::thrown_in);
}

TEST_CASE("where the law on misdeals is not in force, a faulty deal is played") {
  const GameRules off(rules_of(
      GENERATE(as<std::string>{}, "tournament-laws@4+laws.misdeal=false", "tournament-laws@4+reject_illegal")));
  LawsHand hand(off, {.deal = usual_deal(off)}, true);
  CHECK(refusal_of(hand, A, Move::call_misdeal()) == RuleBreach{Breach::not_in_force, "R001-22"});
  Random random(seed_of(132));
  play_on(hand, Phase::done, random);
  CHECK(hand.phase() == Phase::done);
}

TEST_CASE("a hand that is thrown in moves the deal on, and nothing else") {
  const GameRules passing(rules_of("tournament-laws@4+with_passing"));
  Match match(passing, 3);
  const int offset = passing.pass_offset(match.hand_number());
  match.throw_in();
  CHECK(match.dealer() == 0);
  CHECK(match.hand_number() == 1);
  CHECK(match.totals() == PerSeat<int>{});
  CHECK_FALSE(match.status().over);
  CHECK(passing.pass_offset(match.next_hand(usual_deal(passing)).number) == offset);
}

TEST_CASE("a hand under the laws is booked like any other") {
  const LawsHand hand = played(game(), "", "", 133);
  Match match(game(), 0);
  match.finish_hand(hand.score());
  CHECK(match.totals() == hand.score().change);
  CHECK(match.hand_number() == 2);
}

TEST_CASE("play ends with the last trick to which every hand can contribute") {
  for (const auto& [lost, moved, tricks, left] :
       {std::tuple("3D", "", 12, 3), std::tuple("", "3D", 12, 4), std::tuple("3D 4D 8D", "", 10, 9)}) {
    const LawsHand hand = played(game(), lost, moved, 134);
    CHECK(hand.trick_number() == tricks + 1);
    CHECK(hand.findings().excess.size() == left);
  }
}

TEST_CASE("one wrong hand takes all cards left over") {
  const GameRules rules(
      rules_of(GENERATE(as<std::string>{}, "tournament-laws@4", "tournament-laws@4+all_penalty_cards")));
  std::set<int> excess_points;
  for (std::uint64_t seed = 135; seed < 175; ++seed) {
    INFO("seed " << seed);
    const LawsHand hand = played(rules, "3D", "", seed);
    const CardSet excess = hand.findings().excess;
    excess_points.insert(points_of(excess));
    for (Seat seat = 0; seat < 4; ++seat)
      CHECK(hand.score().change[static_cast<std::size_t>(seat)] ==
            points_of(hand.won(seat)) + (seat == B ? points_of(excess) : 0));
    CHECK(sum(hand.score().change) == 26);
  }
  CHECK(excess_points.size() > 3);
}

TEST_CASE("each of several wrong hands is charged with the hearts left over, and nobody takes them") {
  const bool all = GENERATE(false, true);
  const GameRules rules(rules_of(all ? "tournament-laws@4+all_penalty_cards" : "tournament-laws@4"));
  bool queen_left_over = false;
  for (std::uint64_t seed = 175; seed < 235; ++seed) {
    INFO("seed " << seed);
    const LawsHand hand = played(rules, "", "4S 9S KS", seed);
    const CardSet excess = hand.findings().excess;
    queen_left_over = queen_left_over || points_of(excess) >= 13;
    const int charge = all ? points_of(excess) : hearts_among(excess);
    for (Seat seat = 0; seat < 4; ++seat)
      CHECK(hand.score().change[static_cast<std::size_t>(seat)] ==
            points_of(hand.won(seat)) + (seat == A || seat == B ? charge : 0));
  }
  CHECK(queen_left_over);
}

TEST_CASE("where the law on incorrect hands is not in force, cards left over are nobody's") {
  const GameRules off(rules_of(
      GENERATE(as<std::string>{}, "tournament-laws@4+laws.incorrect_hand=false", "tournament-laws@4+reject_illegal")));
  int less = 0;
  for (std::uint64_t seed = 235; seed < 245; ++seed) {
    INFO("seed " << seed);
    const LawsHand hand = played(off, "3D", "", seed);
    CHECK(hand.findings().faulty_hands() == 0);
    for (Seat seat = 0; seat < 4; ++seat)
      CHECK(hand.score().change[static_cast<std::size_t>(seat)] == points_of(hand.won(seat)));
    if (sum(hand.score().change) < 26) ++less;
  }
  CHECK(less > 0);
  LawsHand hand = after_first_trick(off, "3D");
  CHECK(refusal_of(hand, A, Move::claim_hand(B)) == RuleBreach{Breach::not_in_force, "R001-23"});
}

TEST_CASE("where the table finds wrong hands, nobody need claim them") {
  LawsHand hand = after_first_trick(game(), "3D");
  CHECK(refusal_of(hand, A, Move::claim_hand(B)) == RuleBreach{Breach::found_by_table, "A001-9"});
}

TEST_CASE("wrong hands are claimed after trick 1, and one claim finds them all") {
  LawsHand hand(by_claim(), {.deal = usual_deal(by_claim(), "", "3D")});
  lay(hand, "B:2C C:5C D:6C");
  CHECK(refusal_of(hand, C, Move::claim_hand(A)) == RuleBreach{Breach::claim_too_early, "R001-23"});
  lay(hand, "A:AC");
  for (const Seat seat : {C, D, -1, 4})
    CHECK(refusal_of(hand, C, Move::claim_hand(seat)) == RuleBreach{Breach::hand_in_order, "R001-23"});
  must_apply(hand, C, Move::claim_hand(A));
  CHECK(hand.findings().faulty == PerSeat<bool>{true, true});
  CHECK(refusal_of(hand, C, Move::claim_hand(B)) == RuleBreach{Breach::already_found, "R001-23"});
  Random random(seed_of(245));
  play_on(hand, Phase::done, random);
  const int charge = hearts_among(hand.findings().excess);
  CHECK(hand.tally().penalty[0] == points_of(hand.won(A)) + charge);
}

TEST_CASE("a wrong hand that nobody claims goes free") {
  const LawsHand hand = played(by_claim(), "3D", "", 246);
  for (Seat seat = 0; seat < 4; ++seat)
    CHECK(hand.tally().penalty[static_cast<std::size_t>(seat)] == points_of(hand.won(seat)));
}

TEST_CASE("with a wrong hand there is no moon") {
  PerSeat<CardSet> won{};
  won[0] = game().suit_cards(3) | cards_of(game(), "QS");
  LawsFindings findings;
  findings.excess = cards_of(game(), "2D");
  CHECK(tally_under_laws(game(), 3, won, {}, findings).shooter == A);
  findings.faulty[2] = true;
  CHECK(tally_under_laws(game(), 3, won, {}, findings).shooter == kNobody);
  CHECK(tally_under_laws(game(), 3, won, {}, findings).penalty == PerSeat<int>{26, 0, 0, 0});
}

TEST_CASE("a revoke outweighs wrong hands: none but the offender pays") {
  PerSeat<CardSet> won{};
  won[0] = cards_of(game(), "2H 3H 4H QS");
  won[1] = cards_of(game(), "5H 6H 7H 8H 9H TH JH");
  LawsFindings findings;
  findings.excess = cards_of(game(), "QH KH AH 2D");
  findings.faulty = {true, true};
  findings.revoked[2] = true;
  CHECK(tally_under_laws(game(), 3, won, {}, findings).penalty == PerSeat<int>{0, 0, 13, 0});
}

TEST_CASE("the 2 of clubs may be lost: the lowest club dealt opens") {
  LawsHand hand(game(), {.deal = usual_deal(game(), "2C 3C")});
  CHECK(hand.to_move() == A);
  CHECK(hand.possible(A) == cards_of(game(), "4C"));
}

TEST_CASE("a deal is taken if no card is twice in it and every hand can pass and play") {
  CHECK(LawsHand::can_play(game(), usual_deal(game())));
  CHECK(LawsHand::can_play(game(), usual_deal(game(), "3D", "4D")));
  Deal twice = usual_deal(game());
  twice.hands[0][0].insert(twice.hands[0][1].first());
  CHECK_FALSE(LawsHand::can_play(game(), twice));
  Deal foreign = usual_deal(game());
  foreign.leftover.insert(Card(0, kJokerPosition));
  CHECK_FALSE(LawsHand::can_play(game(), foreign));
  Deal empty = usual_deal(game());
  empty.hands[0][2] = {};
  CHECK_FALSE(LawsHand::can_play(game(), empty));
  const GameRules passing(rules_of("tournament-laws@4+with_passing"));
  Deal two_cards = usual_deal(passing);
  two_cards.hands[0][2] = cards_of(passing, "5C 8C");
  CHECK(LawsHand::can_play(game(), two_cards));
  CHECK_FALSE(LawsHand::can_play(passing, two_cards));
  CHECK_FALSE(LawsHand::can_play(GameRules(rules_of("royal-classic@2")), usual_deal(game())));
}

}  // namespace laws_deal_test
