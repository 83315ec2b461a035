#pragma once

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/score.h"
#include "engine/seat.h"

namespace hearts {

/// What was found wrong with a deal before it was scored.
struct LawsFindings {
  PerSeat<bool> revoked{};  ///< did not follow suit and did not put it right in time
  PerSeat<bool> faulty{};   ///< was dealt a wrong number of cards
  CardSet excess;           ///< cards left in any hand after the last full trick

  bool any_revoke(int seats) const;
  int faulty_hands(int seats) const;
};

/// tally_hand under the laws on incorrect hands and revokes (R001-23, -24, -31). `won` are the cards of full tricks.
/// - One faulty hand takes the excess, its own part of it too.
/// - Several: each is charged with the hearts in the excess, all others with nothing of it (A001-7).
/// - Revokes: each offender is charged with all hearts dealt, and with the other penalty cards that he took;
///   nobody else has penalty points, not even for a faulty hand (A001-6, -16).
/// Where `laws.penalty_scope` is all_penalty_cards, "hearts" means every card of positive value. Charges are plain card
/// values without the effects of queens. With any finding there is no moon; an excess nobody takes counts for nobody.
Tally tally_under_laws(const GameRules& game, int point_lane, PerSeat<CardSet> won, CardSet set_aside,
                       const LawsFindings& findings);

}  // namespace hearts
