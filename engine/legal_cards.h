#pragma once

#include <optional>

#include "engine/card_set.h"
#include "engine/game_rules.h"

namespace hearts {

/// What decides, beside a player's hand, which cards he may play.
struct PlaySituation {
  int point_lane = 0;
  /// Trick 1 of the (sub-)hand.
  bool first_trick = false;
  bool broken = false;
  /// Lane of the suit led, or -1 for the leader.
  int led_lane = -1;
  /// The card that opens the (sub-)hand; read for the leader of trick 1 only. Nothing: no restriction.
  std::optional<Card> opening_card;
};

/// After the first trick. What a hand may play to a lead: cards that follow it, else any (R000-30, -31).
template <class Set>
constexpr Set legal_to_follow(Set hand, Set following) {
  return (hand & following).or_else(hand);
}

/// After the first trick. What a hand may lead: no banned card, unless it has nothing else (R000-27, Z9).
template <class Set>
constexpr Set legal_to_lead(Set hand, Set banned) {
  return (hand - banned).or_else(hand);
}

/// The cards of `hand` that may be played: never empty for a hand that is not (R000-22, -27, -30, -31, -68, -69;
/// R001-14; R002-17, -18, -21; R003-09, -13, -14; R004-17, -20). Following suit outranks every ban, and a ban
/// that leaves nothing lapses.
CardSet legal_cards(const GameRules& game, CardSet hand, const PlaySituation& situation);

/// Why `card`, a card of the hand that is not legal, may not be played.
Breach breach_of(const GameRules& game, CardSet hand, const PlaySituation& situation, Card card);

}  // namespace hearts
