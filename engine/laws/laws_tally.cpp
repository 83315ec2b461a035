#include "engine/laws/laws_tally.h"

#include <algorithm>

namespace hearts {
namespace {

int suit_points(const GameRules& game, int point_lane, CardSet cards) {
  return game.rules().points_per_suit_card * (cards & game.suit_cards(point_lane)).size();
}

int named_points(const GameRules& game, CardSet cards) {
  int points = 0;
  for (Card card : cards& game.positive_cards()) points += game.named_points(card);
  return points;
}

/// Charges the seat, which then is not one that took no points.
void charge(Tally& tally, Seat seat, int points) {
  tally.penalty[seat] += points;
  tally.no_points[seat] = tally.no_points[seat] && points == 0;
}

}  // namespace

bool LawsFindings::any_revoke(int seats) const {
  return std::any_of(revoked.begin(), revoked.begin() + seats, [](bool offender) { return offender; });
}

int LawsFindings::faulty_hands(int seats) const {
  return static_cast<int>(std::count(faulty.begin(), faulty.begin() + seats, true));
}

Tally tally_under_laws(const GameRules& game, int point_lane, PerSeat<CardSet> won, CardSet set_aside,
                       const LawsFindings& findings) {
  const bool all_penalty_cards = game.rules().penalty_scope == PenaltyScope::all_penalty_cards;
  const bool revokes = findings.any_revoke(game.seats());
  const int faulty = findings.faulty_hands(game.seats());

  CardSet in_deal = findings.excess;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    in_deal |= won[seat];
    if (faulty == 1 && findings.faulty[seat]) won[seat] |= findings.excess;  // R001-23
  }
  Tally tally = tally_hand(game, point_lane, won, set_aside);
  if (!revokes && faulty == 0) return tally;

  tally.shooter = kNobody;
  tally.moon_amount = 0;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (revokes) {  // R001-31
      tally.penalty[seat] = 0;
      if (!findings.revoked[seat]) continue;
      charge(tally, seat,
             suit_points(game, point_lane, in_deal) + named_points(game, all_penalty_cards ? in_deal : won[seat]));
    } else if (faulty > 1 && findings.faulty[seat]) {  // R001-24
      charge(tally, seat,
             suit_points(game, point_lane, findings.excess) +
                 (all_penalty_cards ? named_points(game, findings.excess) : 0));
    }
  }
  return tally;
}

}  // namespace hearts
