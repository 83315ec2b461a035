#include "engine/trick.h"

namespace hearts {

Seat trick_winner(const GameRules& game, const Trick& trick) {
  const int led = trick.led().lane();
  bool reversed = false;
  if (game.jokers_reverse()) {
    for (int i = 0; i < trick.count; ++i) reversed = reversed || trick.cards[static_cast<std::size_t>(i)].is_joker();
  }
  // The suit led has strength 0, so that the first card is the best so far; a suit that cannot win is below it.
  int best = 0;
  int best_power = -1;
  for (int i = 0; i < trick.count; ++i) {
    const Card card = trick.cards[static_cast<std::size_t>(i)];
    const int power = game.strength(led, card.lane(), reversed) * 16 + card.position();
    best = power > best_power ? i : best;  // moves, not branches: who wins is anybody's guess
    best_power = power > best_power ? power : best_power;
  }
  return trick.seat_of(best, game.seats());
}

}  // namespace hearts
