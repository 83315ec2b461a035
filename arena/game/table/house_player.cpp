#include "arena/game/table/house_player.h"

namespace arena {

using hearts::Card;
using hearts::CardSet;
using hearts::Move;
using hearts::Phase;

Move house_move(const hearts::SeatView& view) {
  if (view.phase() == Phase::select) return Move::select(0);
  if (view.phase() == Phase::pass) return Move::pass(house_pass(view.cards(), view.game().pass_count()));
  if (view.phase() == Phase::play) return Move::play(house_play(view.legal()));
  return Move::choose(view.options().list[0]);
}

Card house_play(CardSet legal) {
  Card lowest = legal.first();
  for (Card card : legal) {
    if (card.position() < lowest.position()) lowest = card;
  }
  return lowest;
}

CardSet house_pass(CardSet cards, int count) {
  CardSet passed;
  while (passed.size() < count) {
    Card highest = cards.first();
    for (Card card : cards) {
      if (card.position() > highest.position()) highest = card;
    }
    passed.insert(highest);
    cards.erase(highest);
  }
  return passed;
}

}  // namespace arena
