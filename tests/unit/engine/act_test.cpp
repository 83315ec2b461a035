#include "engine/laws/act.h"

#include "engine/score.h"
#include "tests/catch.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/laws_table.h"
#include "tests/unit/engine/play.h"

namespace act_test {

using namespace hearts;
using namespace hearts::test;
using namespace hearts::test::laws_table;

namespace {

Act act(const std::string& word) { return std::get<Act>(parse_act(game().deck(), word)); }

std::string problem(const std::string& word) { return std::get<std::string>(parse_act(game().deck(), word)); }

/// Does the act, which must be possible.
DoneAct done(LawsHand& hand, const std::string& word) {
  const auto result = do_act(hand, act(word));
  if (const auto* refused = std::get_if<RefusedAct>(&result)) throw std::runtime_error(word + ": " + refused->why);
  return std::get<DoneAct>(result);
}

/// Why the act is refused, which must change nothing.
RefusedAct refused(const LawsHand& hand, const std::string& word) {
  LawsHand copy = hand;
  const auto result = do_act(copy, act(word));
  REQUIRE(std::holds_alternative<RefusedAct>(result));
  CHECK(state_of(copy) == state_of(hand));
  return std::get<RefusedAct>(result);
}

}  // namespace

TEST_CASE("acts are words and words are acts") {
  for (const std::string word : {"QS", "out:QS", "demand:2:QS", "demand:2", "correct:4C", "misdeal:2",
                                 "claim:2:revoke:0:5", "claim:2:hand:0", "agree:2", "agree"}) {
    CAPTURE(word);
    std::string again;
    append_act(again, game().deck(), act(word));
    CHECK(again == word);
  }
}

TEST_CASE("a word that is no act is told what it must be") {
  CHECK(problem("1C") == "this is not a card of the pack");
  CHECK(problem("") == "this is not a card of the pack");
  CHECK(problem("revoke:QS") == "this is not a card of the pack");
  CHECK(problem("out:1C") == "this must be out:CARD");
  CHECK(problem("out") == "this must be out:CARD");
  CHECK(problem("demand:7") == "this must be demand:SEAT:CARD or demand:SEAT");
  CHECK(problem("demand:2:QS:1") == "this must be demand:SEAT:CARD or demand:SEAT");
  CHECK(problem("claim:2:revoke:0:0") == "this must be claim:SEAT:revoke:OWNER:TRICK or claim:SEAT:hand:OWNER");
  CHECK(problem("agree:x") == "this must be agree:SEAT or agree");
}

TEST_CASE("acts are done by those whose cards they name") {
  LawsHand hand = after_first_trick(game());
  const DoneAct lead = done(hand, "out:TS");  // it is A's lead
  CHECK(lead.seat == C);
  CHECK(laid(hand) == "C:TS");
  CHECK(refused(hand, "demand:2").why == describe(Breach::own_card));
  CHECK(refused(hand, "demand:0:QS").why == "that card is not on the table");
  CHECK(refused(hand, "demand:0:QS").rule == "R001-26");
  CHECK(done(hand, "demand:0").seat == A);
  CHECK(hand.trick().count == 0);
  CHECK(refused(hand, "demand:0").why == "no card was played out of turn");
  CHECK(refused(hand, "out:QS").why == "it is that seat's turn");
  CHECK(refused(hand, "out:AC").why == "nobody holds that card");
  CHECK(refused(hand, "misdeal:1").why == describe(Breach::deal_stands));
  CHECK(refused(hand, "misdeal:5").why == "there is no seat 5");
  CHECK(refused(hand, "claim:1:revoke:0:1").why == describe(Breach::found_by_table));

  done(hand, "4C");
  CHECK(done(hand, "KS").seat == B);  // B has clubs
  CHECK(hand.trick().at(1).revoke);
  CHECK(refused(hand, "correct:4S").rule == game().cited(Breach::must_follow));
  CHECK(done(hand, "correct:3C").seat == B);
  CHECK(laid(hand) == "A:4C B:3C");
}

TEST_CASE("a claim that is not founded is an act and changes nothing") {
  LawsHand hand = after_first_trick(by_claim());
  const std::string before = state_of(hand);
  CHECK_FALSE(done(hand, "claim:1:revoke:0:1").founded);
  CHECK_FALSE(done(hand, "claim:1:hand:0").founded);
  CHECK(state_of(hand) == before);
  CHECK(refused(hand, "claim:1:revoke:0:2").why == describe(Breach::trick_open));
}

TEST_CASE("each act is written as it was done") {
  LawsHand hand = after_first_trick(game());
  Random random(seed_of(4));
  const auto written = [&](Seat seat, const Move& move) {
    std::string word;
    append_act(word, game().deck(), act_of(hand, seat, move));
    LawsHand copy = hand;
    must_apply(copy, seat, move);
    (void)done(hand, word);
    CHECK(state_of(copy) == state_of(hand));
    return word;
  };
  CHECK(written(C, play("TS")) == "out:TS");
  CHECK(written(B, Move::demand(C)) == "demand:1:TS");
  CHECK(written(A, play("4C")) == "4C");
  CHECK(written(B, play("KS")) == "KS");
  CHECK(written(B, Move::correct(card_of(game(), "3C"))) == "correct:3C");
}

TEST_CASE("all agree in one word") {
  LawsHand hand = after_first_trick(by_claim());
  Random random(seed_of(5));
  play_on(hand, Phase::claim, random);
  CHECK(refused(after_first_trick(by_claim()), "agree").why == describe(Breach::wrong_phase));
  LawsHand one_by_one = hand;
  CHECK(done(hand, "agree").seat == kNobody);
  for (const char* word : {"agree:2", "agree:0", "agree:3", "agree:1"}) (void)done(one_by_one, word);
  CHECK(state_of(hand) == state_of(one_by_one));
  CHECK(hand.phase() != Phase::claim);
}

TEST_CASE("charges are what the laws add to a tally") {
  for (const std::string scope : {"", "+all_penalty_cards"}) {
    const GameRules rules(rules_of("tournament-laws@4" + scope));
    for (const auto& [lost, moved, rule] :
         std::vector<std::array<std::string, 3>>{{"", "", ""}, {"KS", "", "R001-23"}, {"", "KS", "R001-24"}}) {
      CAPTURE(scope, lost, moved);
      LawsHand hand(rules, {.deal = usual_deal(rules, lost, moved)});
      Random random(seed_of(9));
      play_on(hand, Phase::done, random);
      PerSeat<CardSet> won{};
      for (Seat seat = 0; seat < 4; ++seat) won[seat] = hand.won(seat);
      const Tally plain = tally_hand(rules, hand.point_lane(), won, {});
      const PerSeat<LawCharge> charges = law_charges(hand);
      for (Seat seat = 0; seat < 4; ++seat) {
        CHECK(plain.penalty[seat] + charges[seat].points == hand.tally().penalty[seat]);
        CHECK(charges[seat].rule == (hand.findings().faulty[seat] ? rule : ""));
      }
    }
  }
}

}  // namespace act_test
