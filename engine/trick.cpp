#include "engine/trick.h"

namespace hearts {

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
    best = power > best_power ? i : best;  // moves, not branches: who wins is anybody's guess
    best_power = power > best_power ? power : best_power;
  }
  return trick.seat_of(best, game.seats());
}

}  // namespace hearts
