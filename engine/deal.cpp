#include "engine/deal.h"

#include <array>
#include <utility>

namespace hearts {

Deal deal_cards(const GameRules& game, Seat dealer, Random& random) {
  std::array<Card, 80> pack;
  std::uint32_t size = 0;
  for (Card card : game.deck().cards()) pack[size++] = card;

  Deal deal;
  deal.point_lane = game.fixed_point_lane();
  if (game.rules().point_suit_source == PointSuitSource::drawn_per_hand)
    deal.point_lane = pack[random.below(size)].lane();

  for (std::uint32_t i = 0; i + 1 < size; ++i) std::swap(pack[i], pack[i + random.below(size - i)]);

  std::array<CardSet*, kSeatsMax> piles{};  // once round the table; two hands a player are two rounds of two players
  std::size_t count = 0;
  for (int h = 0; h < game.rules().hands_per_seat; ++h) {
    for (int left = 1; left <= game.seats(); ++left) {
      const Seat seat = seat_at(dealer, left, game.seats());
      piles[count++] = &deal.hands[static_cast<std::size_t>(h)][static_cast<std::size_t>(seat)];
    }
  }
  std::uint32_t next = 0;
  for (int round = 0; round < game.hand_size(); ++round) {
    for (std::size_t pile = 0; pile < count; ++pile) piles[pile]->insert(pack[next++]);
  }
  while (next < size) deal.leftover.insert(pack[next++]);
  return deal;
}

bool is_whole(const GameRules& game, const Deal& deal) {
  CardSet seen = deal.leftover;
  int counted = deal.leftover.size();
  for (int h = 0; h < game.rules().hands_per_seat; ++h) {
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const CardSet hand = deal.hands[static_cast<std::size_t>(h)][static_cast<std::size_t>(seat)];
      if (hand.size() != game.hand_size()) return false;
      counted += hand.size();
      seen |= hand;
    }
  }
  return seen == game.deck().cards() && counted == seen.size();
}

}  // namespace hearts
