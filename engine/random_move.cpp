#include "engine/random_move.h"

namespace hearts {

Move random_move(const Hand& hand, Random& random) {
  if (hand.phase() == Phase::play) return Move::play(random_card(hand.legal(), random));
  if (hand.phase() == Phase::select) return Move::select(static_cast<int>(random.below(2)));
  if (hand.phase() == Phase::choose)
    return Move::choose(hand.options().list[random.below(static_cast<std::uint32_t>(hand.options().count))]);
  CardSet rest = hand.cards(hand.to_move());
  CardSet chosen;
  for (int i = 0; i < hand.game().pass_count(); ++i) {
    const Card card = random_card(rest, random);
    rest.erase(card);
    chosen.insert(card);
  }
  return Move::pass(chosen);
}

}  // namespace hearts
