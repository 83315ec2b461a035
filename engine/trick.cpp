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
    // A move, not a branch: who holds it is anybody's guess.
    opening.leader = hands[seat].contains(lowest) ? seat : opening.leader;
  }
  opening.card = lowest;
  return opening;
}

}  // namespace hearts
