#include "engine/trick.h"

namespace hearts {
namespace {

CardSet lowest_of(CardSet suit_cards) {
  const CardSet ranked = suit_cards - CardSet::joker_places();
  return CardSet{(ranked.empty() ? suit_cards : ranked).first()};
}

/// The cards to choose from, before any ban is applied.
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

Seat trick_winner(const GameRules& game, const Trick& trick) {
  const int led = trick.led().lane();
  bool reversed = false;
  if (game.jokers_reverse()) {
    for (int i = 0; i < trick.count; ++i) reversed = reversed || trick.cards[i].is_joker();
  }
  const GameRules::Powers& powers = game.powers(led, reversed);
  int best = 0;
  int best_power = 0;
  for (int i = 0; i < trick.count; ++i) {
    const int power = powers.of(trick.cards[i]);
    // Conditional moves, not branches: nobody can predict who wins.
    best = power > best_power ? i : best;
    best_power = power > best_power ? power : best_power;
  }
  return trick.seat_of(best, game.seats());
}

Opening find_opening(const GameRules& game, const PerSeat<CardSet>& hands, int point_lane, Seat dealer) {
  Opening opening{seat_at(dealer, 1, game.seats()), std::nullopt};
  const int lane = game.opening_lane(point_lane);
  if (lane < 0) return opening;
  CardSet held;
  for (Seat seat = 0; seat < game.seats(); ++seat) held |= hands[seat];
  const CardSet suit = (held & CardSet::lane(lane)) - CardSet::joker_places();
  if (suit.empty()) return opening;
  const Card lowest = suit.first();
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    // A conditional move, not a branch: nobody can predict who holds the card.
    opening.leader = hands[seat].contains(lowest) ? seat : opening.leader;
  }
  opening.card = lowest;
  return opening;
}

CardSet legal_cards(const GameRules& game, CardSet hand, const PlaySituation& situation) {
  const CardSet unbroken_ban = situation.broken ? CardSet{} : game.unbroken_ban(situation.point_lane);
  if (!situation.first_trick) {
    return situation.led_lane >= 0 ? legal_to_follow(hand, game.following(situation.led_lane))
                                   : legal_to_lead(hand, unbroken_ban);
  }

  if (both_play_lowest(game, situation)) {
    // R000-68, -69: the lowest card of the opening suit, or any card without one. No ban applies.
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
