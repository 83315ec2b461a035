#include "arena/game/table/house_player.h"

namespace arena {

using hearts::Card;
using hearts::CardSet;
using hearts::Move;
using hearts::Phase;

Move house_move(const hearts::SeatView& view) {
  switch (view.phase()) {
    case Phase::select:
      return Move::select(0);
    case Phase::pass:
      return Move::pass(house_pass(view.cards(), view.game().pass_count()));
    case Phase::play:
      return Move::play(house_play(view.legal()));
    case Phase::claim:
    case Phase::choose:
    case Phase::done:
    case Phase::thrown_in:
      break;
  }
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
