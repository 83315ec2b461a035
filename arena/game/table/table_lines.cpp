#include "arena/game/table/table_lines.h"

#include "arena/bots/protocol/encode.h"
#include "arena/game/table/offer.h"

namespace arena {
namespace {

using hearts::LawsHand;
using hearts::LawsTrick;
using hearts::Move;
using hearts::Seat;
using hearts::SeatView;

/// The cards from that place on, the last one first.
void put_back(std::string& out, const LawsHand& laws, const LawsTrick& before, int place) {
  for (int last = before.count - 1; last >= place; --last)
    encode::back(out, laws.game().deck(), before.at(last).seat, before.at(last).card);
}

/// The trick once more, as it lies now.
void put_trick_again(std::string& out, const LawsHand& laws) {
  const LawsTrick& trick = laws.trick();
  encode::trick(out, laws.trick_number(), trick.rightful_leader);
  for (int place = 0; place < trick.count; ++place)
    encode::play(out, laws.game().deck(), trick.at(place).seat, trick.at(place).card);
}

void put_incorrect(std::string& out, const LawsHand& laws) {
  for (Seat seat = 0; seat < laws.game().seats(); ++seat) {
    if (laws.findings().faulty[seat]) encode::incorrect(out, seat, laws.setup().deal.hands[0][seat].size());
  }
}

/// All cards are played: what is left over, and what needs no claim.
void put_end_of_play(std::string& out, const LawsHand& laws) {
  const int seats = laws.game().seats();
  for (Seat seat = 0; seat < seats; ++seat) {
    if (!laws.cards(seat).empty()) encode::excess(out, laws.game().deck(), seat, laws.cards(seat));
  }
  for (int number = 1; number < laws.trick_number(); ++number) {
    for (int place = 0; place < seats; ++place) {
      const hearts::LaidCard& laid = laws.trick(number).at(place);
      if (laid.revoke && laws.findings().revoked[laid.seat]) encode::revoke(out, laid.seat, number);
    }
  }
  put_incorrect(out, laws);
}

}  // namespace

TableSight::TableSight(const TableHand& hand)
    : sub_hand(hand.state().sub_hand()),
      trick_number(hand.state().trick_number()),
      broken(hand.state().broken_for_good()),
      kitty_taker(hand.state().kitty_taker()) {
  if (hand.laws()) trick = hand.laws()->trick();
}

void put_card(std::string& out, const TableHand& hand, const TableSight& before, Seat seat, hearts::Card card) {
  const SeatView view = hand.view(0);
  encode::play(out, view.game().deck(), seat, card);
  if (hand.state().broken_for_good() && !before.broken) encode::broken(out);
  const bool trick_over = hand.laws() ? view.trick_number() != before.trick_number : !view.trick().started();
  if (trick_over) encode::took(out, view);
  if (view.kitty_taker() != before.kitty_taker) encode::kitty(out, view.kitty_taker());
  if (hand.laws() && view.phase() != hearts::Phase::play) put_end_of_play(out, *hand.laws());
}

void put_law_move(std::string& out, const TableHand& hand, const TableSight& before, const Decision& asked,
                  const Move& move) {
  const LawsHand& laws = *hand.laws();
  switch (asked.kind) {
    case Decision::Kind::misdeal:
      encode::misdeal(out, asked.seat);
      break;
    case Decision::Kind::demand:
      encode::demand(out, laws.game().deck(), asked.seat, asked.owner, asked.card);
      put_back(out, laws, before.trick, *before.trick.place_of(asked.owner));
      put_trick_again(out, laws);
      break;
    case Decision::Kind::correct:
      encode::correct(out, asked.seat);
      put_back(out, laws, before.trick, *before.trick.place_of(asked.seat));
      put_trick_again(out, laws);
      break;
    case Decision::Kind::claim:
      encode::claim(out, asked.seat, claim_word(move), hand.claim_was_founded());
      if (hand.claim_was_founded() && move.kind == Move::Kind::claim_hand) put_incorrect(out, laws);
      break;
    default:
      break;
  }
}

void put_charges(std::string& out, const TableHand& hand) {
  if (!hand.laws()) return;
  const hearts::PerSeat<hearts::LawCharge> charges = hearts::law_charges(*hand.laws());
  for (Seat seat = 0; seat < hand.game().seats(); ++seat) {
    if (!charges[seat].rule.empty()) encode::charge(out, seat, charges[seat].points, charges[seat].rule);
  }
}

}  // namespace arena
