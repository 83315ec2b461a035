#pragma once

#include <optional>

#include "engine/card_set.h"
#include "engine/game_rules.h"
#include "engine/seat.h"

namespace hearts {

/// The cards of one trick in order of play.
struct Trick {
  Seat leader = 0;
  int count = 0;
  PerSeat<Card> cards{};  ///< by order of play, not by seat

  bool started() const { return count > 0; }
  Card led() const { return cards[0]; }
  void add(Card card) { cards[count++] = card; }
  /// Who played the i-th card.
  Seat seat_of(int i, int seats) const { return seat_at(leader, i, seats); }
  CardSet card_set() const {
    CardSet set;
    for (int i = 0; i < count; ++i) set.insert(cards[i]);
    return set;
  }
};

/// The seat that takes the trick as it stands; at least one card must lie. Only the suit led can win, or the
/// suits of the ring stronger than it; a Joker anywhere in the trick reverses the ring once (R004-27, -37).
Seat trick_winner(const GameRules& game, const Trick& trick);

/// How a hand opens.
struct Opening {
  Seat leader = 0;
  /// The card that opens; nothing where the lead rotates, or where nobody holds a card that could.
  std::optional<Card> card;
};

/// The lowest card of the opening suit in anybody's hand, no Joker, and its holder (R000-22, -68; R004-17, -18); else
/// the seat left of the dealer (R003-23, R000-69). No card is in two hands; a card of the pack may be in none.
Opening find_opening(const GameRules& game, const PerSeat<CardSet>& hands, int point_lane, Seat dealer);

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
