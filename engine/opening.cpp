#include "engine/opening.h"

namespace hearts {

Opening find_opening(const GameRules& game, const PerSeat<CardSet>& hands, int point_lane, Seat dealer) {
  Opening opening{seat_at(dealer, 1, game.seats()), std::nullopt};
  const int lane = game.opening_lane(point_lane);
  if (lane < 0) return opening;
  CardSet held;
  for (Seat seat = 0; seat < game.seats(); ++seat) held |= hands[static_cast<std::size_t>(seat)];
  const CardSet suit = (held & CardSet::lane(lane)) - CardSet::joker_places();
  if (suit.empty()) return opening;
  const Card lowest = suit.first();
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    // A move, not a branch: who holds it is anybody's guess.
    opening.leader = hands[static_cast<std::size_t>(seat)].contains(lowest) ? seat : opening.leader;
  }
  opening.card = lowest;
  return opening;
}

}  // namespace hearts
