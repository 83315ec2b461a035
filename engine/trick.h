#pragma once

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
  void add(Card card) { cards[static_cast<std::size_t>(count++)] = card; }
  /// Who played the i-th card.
  Seat seat_of(int i, int seats) const { return seat_at(leader, i, seats); }
  CardSet card_set() const {
    CardSet set;
    for (int i = 0; i < count; ++i) set.insert(cards[static_cast<std::size_t>(i)]);
    return set;
  }
};

/// The seat that takes the trick as it stands; at least one card must lie. Only the suit led can win, or the
/// suits of the ring stronger than it; a Joker anywhere in the trick turns the ring round once (R004-27, -37).
Seat trick_winner(const GameRules& game, const Trick& trick);

}  // namespace hearts
