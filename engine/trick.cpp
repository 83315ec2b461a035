#include "engine/trick.h"

namespace hearts {

Seat trick_winner(const GameRules& game, const Trick& trick) {
  const int led = trick.led().lane();
  int best = 0;
  if (!game.suit_ring()) {
    for (int i = 1; i < trick.count; ++i) {
      const Card card = trick.cards[static_cast<std::size_t>(i)];
      if (card.lane() == led && card > trick.cards[static_cast<std::size_t>(best)]) best = i;
    }
    return trick.seat_of(best, game.seats());
  }

  bool reversed = false;
  if (game.jokers_reverse()) {
    for (int i = 0; i < trick.count; ++i) reversed = reversed || trick.cards[static_cast<std::size_t>(i)].is_joker();
  }
  int best_power = -1;
  for (int i = 0; i < trick.count; ++i) {
    const Card card = trick.cards[static_cast<std::size_t>(i)];
    const int power = game.strength(led, card.lane(), reversed) * 16 + card.position();
    if (power > best_power) {
      best_power = power;
      best = i;
    }
  }
  return trick.seat_of(best, game.seats());
}

}  // namespace hearts
