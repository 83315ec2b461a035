#include "tests/unit/engine/golden_laws.h"

#include <stdexcept>

#include "engine/laws/laws_hand.h"
#include "engine/match.h"
#include "tests/catch.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/play.h"

namespace hearts::test {
namespace {

// trick is 1, cards_played of its cards lie.
void misdeal_called(const GameRules& game, const GoldenCase& golden) {
  REQUIRE(number_of(golden.input.at("trick")) == 1);
  Match match(game, seat_of(golden.input.at("dealer")));
  LawsHand hand(game, match.next_hand(usual_deal(game)), true);
  Random random(seed_of(6));
  for (int i = 0; i < number_of(golden.input.at("cards_played")); ++i)
    must_apply(hand, hand.to_move(), regular_move(hand, random));
  const bool called = !hand.apply(0, Move::call_misdeal());
  CHECK(called == golden.expect.at("redeal").as_bool());
  CHECK((hand.phase() == Phase::thrown_in) == called);
  if (called) match.throw_in();
  CHECK(match.dealer() == seat_of(golden.expect.at("dealer")));
  CHECK(match.hand_number() == 1);
}

/// Trick 2 of the usual deal with the cards of `played` on the table.
LawsHand staged(const GameRules& game, const GoldenCase& golden) {
  LawsHand hand = after_first_trick(game);
  for (const std::string& play : texts_of(golden.input.at("played"))) lay(hand, play);
  REQUIRE(hand.to_move() == seat_of(golden.input.at("turn")));
  return hand;
}

void out_of_turn(const GameRules& game, const GoldenCase& golden) {
  LawsHand hand = staged(game, golden);
  const Seat offender = seat_of(golden.input.at("offender"));
  must_apply(hand, offender, Move::play(card_of(game, text_of(golden.input.at("card")))));
  std::vector<std::string> may_demand;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    LawsHand copy = hand;
    const bool may = !copy.apply(seat, Move::demand(offender));
    if (seat == offender) {
      CHECK(may == golden.expect.at("offender_may_retract").as_bool());
    } else if (may) {
      may_demand.emplace_back(1, static_cast<char>('A' + seat));
    }
  }
  CHECK(may_demand == texts_of(golden.expect.at("may_demand")));
}

void retraction_demanded(const GameRules& game, const GoldenCase& golden) {
  LawsHand hand = staged(game, golden);
  const LawsTrick before = hand.trick();
  Seat owner = kNobody;
  for (int place = before.count - 1; place >= 0; --place) {
    if (before.at(place).out_of_turn) owner = before.at(place).seat;
  }
  const bool granted = !hand.apply(seat_of(golden.input.at("by")), Move::demand(owner));
  std::vector<std::string> returned;
  for (int place = hand.trick().count; place < before.count; ++place) {
    const LaidCard& card = before.at(place);
    CHECK(hand.cards(card.seat).contains(card.card));
    returned.push_back(std::string(1, static_cast<char>('A' + card.seat)) + ":" + game.deck().name(card.card));
  }
  CHECK(returned == texts_of(golden.expect.at("returned")));
  CHECK(granted == !returned.empty());
  CHECK(hand.to_move() == seat_of(golden.expect.at("turn")));
}

PerSeat<bool> seats_of(const boost::json::value& letters) {
  PerSeat<bool> seats{};
  for (const boost::json::value& letter : letters.as_array()) seats[static_cast<std::size_t>(seat_of(letter))] = true;
  return seats;
}

void check_changes(const GameRules& game, const GoldenCase& golden, const LawsFindings& findings) {
  PerSeat<CardSet> won{};
  std::size_t seat = 0;
  for (const std::string& cards : texts_of(golden.input.at("taken"))) won[seat++] = cards_with_ranges(game, cards);
  REQUIRE(seat == static_cast<std::size_t>(game.seats()));
  const Tally tally = tally_under_laws(game, game.fixed_point_lane(), won, {}, {}, findings);
  CHECK(tally.shooter == kNobody);
  const PerSeat<int> change = score_hand(game, tally, MoonOption::subtract_self).change;
  CHECK(std::vector<int>(change.begin(), change.begin() + game.seats()) == numbers_of(golden.expect.at("hand")));
}

}  // namespace

void check_law(const GameRules& game, const GoldenCase& golden) {
  const std::string event = text_of(golden.input.at("event"));
  if (event == "misdeal called") return misdeal_called(game, golden);
  if (event == "out of turn") return out_of_turn(game, golden);
  if (event == "retraction demanded") return retraction_demanded(game, golden);
  throw std::runtime_error("no such event: " + event);
}

void check_revoke(const GameRules& game, const GoldenCase& golden) {
  LawsFindings findings;
  findings.revoked = seats_of(golden.input.at("offenders"));
  check_changes(game, golden, findings);
}

void check_incorrect_hand(const GameRules& game, const GoldenCase& golden) {
  LawsFindings findings;
  findings.faulty = seats_of(golden.input.at("faulty"));
  findings.excess = cards_of(game, text_of(golden.input.at("excess")));
  check_changes(game, golden, findings);
}

}  // namespace hearts::test
