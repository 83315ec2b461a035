#include "engine/legal_cards.h"

namespace hearts {
namespace {

CardSet lowest_of(CardSet suit_cards) {
  const CardSet ranked = suit_cards - CardSet::joker_places();
  return CardSet{(ranked.empty() ? suit_cards : ranked).first()};
}

/// What is left to choose from before any ban.
CardSet candidates(const GameRules& game, CardSet hand, const PlaySituation& situation) {
  if (situation.led_lane >= 0) {
    return legal_to_follow(hand, game.following(situation.led_lane));
  }
  if (situation.first_trick && situation.opening_card) {
    const OpeningLead lead = game.rules().opening_lead;
    if (lead == OpeningLead::opening_card) return CardSet{*situation.opening_card};
    if (lead == OpeningLead::any_of_opening_suit)
      return (hand & CardSet::lane(situation.opening_card->lane())) - CardSet::joker_places();
  }
  return hand;
}

bool both_play_lowest(const GameRules& game, const PlaySituation& situation) {
  return situation.first_trick && game.rules().opening_lead == OpeningLead::lowest_of_opening_suit_else_any;
}

}  // namespace

CardSet legal_cards(const GameRules& game, CardSet hand, const PlaySituation& situation) {
  const CardSet unbroken_ban = situation.broken ? CardSet{} : game.unbroken_ban(situation.point_lane);
  if (!situation.first_trick) {
    return situation.led_lane >= 0 ? legal_to_follow(hand, game.following(situation.led_lane))
                                   : legal_to_lead(hand, unbroken_ban);
  }

  if (both_play_lowest(game, situation)) {
    // R000-68, -69: the lowest card of the opening suit, else any; no ban applies.
    const int opening_lane = game.opening_lane(situation.point_lane);
    const CardSet opening_suit = hand & CardSet::lane(opening_lane);
    if (!opening_suit.empty()) return lowest_of(opening_suit);
    return situation.led_lane == opening_lane ? hand : candidates(game, hand, situation);
  }

  const CardSet open = candidates(game, hand, situation);
  CardSet banned = game.first_trick_ban(situation.point_lane);
  if (situation.led_lane < 0) banned |= unbroken_ban;
  return (open - banned).or_else(open);
}

Breach breach_of(const GameRules& game, CardSet hand, const PlaySituation& situation, Card card) {
  if (!hand.contains(card)) return Breach::not_in_hand;
  if (both_play_lowest(game, situation)) {
    const CardSet opening_suit = hand & CardSet::lane(game.opening_lane(situation.point_lane));
    return opening_suit.empty() ? Breach::must_follow : Breach::opening_lead;
  }
  if (!candidates(game, hand, situation).contains(card)) {
    return situation.led_lane >= 0 ? Breach::must_follow : Breach::opening_lead;
  }
  if (situation.first_trick && game.first_trick_ban(situation.point_lane).contains(card))
    return Breach::first_trick_forbidden;
  return Breach::held_back_lead;
}

}  // namespace hearts
