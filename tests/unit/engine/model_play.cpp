#include "tests/unit/engine/model_play.h"

#include <stdexcept>

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

void play_in_model(const GameRules& game, naive::Hand& model, const Move& move) {
  switch (move.kind) {
    case Move::Kind::select:
      return model.select(move.hand_index);
    case Move::Kind::pass:
      return model.pass(names_of(game, move.cards));
    case Move::Kind::play:
      return model.play(game.deck().name(move.card));
    case Move::Kind::choose:
      return model.choose(std::string(moon_option_name(move.option)));
    default:
      throw std::logic_error("an act of the laws");
  }
}

}  // namespace hearts::test
