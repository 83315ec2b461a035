#include "arena/table/house_player.h"

namespace arena {

using hearts::Card;
using hearts::CardSet;

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
