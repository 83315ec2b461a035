#include "engine/deal.h"

#include <array>
#include <utility>

namespace hearts {

Deal deal_cards(const GameRules& game, Seat dealer, Random& random) {
  Random numbers = random;
  std::array<Card, kCodesMax> pack = game.pack();
  const std::uint32_t size = static_cast<std::uint32_t>(game.deck().cards().size());

  Deal deal;
  deal.point_lane = game.fixed_point_lane();
  if (game.rules().point_suit_source == PointSuitSource::drawn_per_hand)
    deal.point_lane = pack[numbers.below(size)].lane();

  // When the last card's turn comes, only one place is left, which needs no random number.
  for (std::uint32_t i = 0; i + 1 < size; ++i) {
    std::swap(pack[i], pack[i + numbers.below(size - i)]);
  }
  random = numbers;

  // Two hands a player are dealt as two rounds: first everybody's first hand, then everybody's second.
  const std::size_t piles = at(game.seats() * game.rules().hands_per_seat);
  const std::size_t dealt = piles * at(game.hand_size());
  std::size_t pile = 0;
  for (int round = 0; round < game.rules().hands_per_seat; ++round) {
    for (int left = 1; left <= game.seats(); ++left, ++pile) {
      CardSet hand;
      for (std::size_t i = pile; i < dealt; i += piles) hand.insert(pack[i]);
      deal.hands[at(round)][seat_at(dealer, left, game.seats())] = hand;
    }
  }
  for (std::size_t i = dealt; i < size; ++i) deal.leftover.insert(pack[i]);
  return deal;
}

bool is_whole(const GameRules& game, const Deal& deal) {
  CardSet seen = deal.leftover;
  int counted = deal.leftover.size();
  for (int h = 0; h < game.rules().hands_per_seat; ++h) {
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const CardSet hand = deal.hands[at(h)][seat];
      if (hand.size() != game.hand_size()) return false;
      counted += hand.size();
      seen |= hand;
    }
  }
  return seen == game.deck().cards() && counted == seen.size();
}

}  // namespace hearts
