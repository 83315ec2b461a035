#pragma once

#include <optional>

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace hearts {

/// The cards of one trick, in the order in which they were played.
struct Trick {
  Seat leader = 0;
  int count = 0;
  PerSeat<Card> cards{};  ///< by order of play, not by seat

  bool started() const { return count > 0; }
  Card led() const { return cards[0]; }
  void add(Card card) { cards[count++] = card; }
  /// The seat that played the i-th card.
  Seat seat_of(int i, int seats) const { return seat_at(leader, i, seats); }
  CardSet card_set() const {
    CardSet set;
    for (int i = 0; i < count; ++i) set.insert(cards[i]);
    return set;
  }
};

/// The seat that wins the trick with the cards that are now on the table; there must be at least one. Only the suit led
/// can win, or a suit that is stronger than it in the ring. Any number of Jokers in the trick reverses the ring once
/// (R004-27, -37).
Seat trick_winner(const GameRules& game, const Trick& trick);

/// How a hand opens.
struct Opening {
  Seat leader = 0;
  /// The card that opens. Nothing if the lead rotates, or if nobody holds a card that could open.
  std::optional<Card> card;
};

/// Finds the lowest card of the opening suit in any hand, not counting the Joker. Its holder leads (R000-22, -68;
/// R004-17, -18). If there is none, the seat left of the dealer leads (R003-23, R000-69). No card may be in two hands;
/// a card of the pack may be in none.
Opening find_opening(const GameRules& game, const PerSeat<CardSet>& hands, int point_lane, Seat dealer);

/// Everything except the player's hand that decides which cards may be played.
struct PlaySituation {
  int point_lane = 0;
  /// This is trick 1 of the hand, or of the sub-hand.
  bool first_trick = false;
  bool broken = false;
  /// The lane of the suit led, or -1 for the leader.
  int led_lane = -1;
  /// The card that opens the hand or sub-hand. It only matters for the leader of trick 1. Nothing means no restriction.
  std::optional<Card> opening_card;
};

/// What a hand may play to a lead after the first trick: cards that follow it, or any card if there are none (R000-30,
/// -31).
template <class Set>
constexpr Set legal_to_follow(Set hand, Set following) {
  return (hand & following).or_else(hand);
}

/// What a hand may lead after the first trick: cards that are not banned, or any card if there are no others (R000-27,
/// Z9).
template <class Set>
constexpr Set legal_to_lead(Set hand, Set banned) {
  return (hand - banned).or_else(hand);
}

/// The cards of `hand` that may be played. Unless the hand is empty, there is at least one. Following suit takes
/// precedence over every ban, and a ban that would leave no card is waived.
///
/// Rules: R000-22, -27, -30, -31, -68, -69; R001-14; R002-17, -18, -21; R003-09, -13, -14; R004-17, -20.
CardSet legal_cards(const GameRules& game, CardSet hand, const PlaySituation& situation);

/// The reason why `card` may not be played. The card must not be a legal one.
Breach breach_of(const GameRules& game, CardSet hand, const PlaySituation& situation, Card card);

}  // namespace hearts
