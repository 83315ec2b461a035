#include "tests/engine/model_deal.h"

namespace hearts::test {

naive::Cards names_of(const GameRules& game, CardSet cards) {
  naive::Cards names;
  for (Card card : cards) names.push_back(game.deck().name(card));
  return names;
}

naive::Deal model_deal(const GameRules& game, const Deal& deal) {
  naive::Deal result;
  result.point_suit = game.deck().suit_letter(deal.point_lane);
  for (int h = 0; h < game.rules().hands_per_seat; ++h) {
    result.hands.emplace_back();
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      result.hands.back().push_back(
          names_of(game, deal.hands[static_cast<std::size_t>(h)][static_cast<std::size_t>(seat)]));
    }
  }
  result.leftover = names_of(game, deal.leftover);
  return result;
}

}  // namespace hearts::test
