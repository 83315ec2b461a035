#include "tests/process/cheats/open_play.h"

#include <stdexcept>
#include <string>

namespace cheats {
namespace {

using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;

Card any_card(CardSet cards, hearts::Random& chance) {
  return cards.nth(static_cast<int>(chance.below(static_cast<std::uint32_t>(cards.size()))));
}

void must_apply(Hand& hand, const Move& move) {
  if (const auto breach = hand.apply(hand.to_move(), move)) {
    throw std::logic_error("a playout broke the rules: " + std::string(describe(breach->breach)));
  }
}

/// How much less the seat gets than each of the others, summed.
int lead_after(Hand hand, Card card, hearts::Random& chance) {
  const Seat seat = hand.to_move();
  must_apply(hand, Move::play(card));
  while (hand.phase() == Phase::play) {
    must_apply(hand, Move::play(hand.to_move() == seat ? any_card(hand.legal(), chance) : lowest_card(hand.legal())));
  }
  if (hand.phase() == Phase::choose) must_apply(hand, Move::choose(hand.options().list[0]));
  int lead = 0;
  const auto& change = hand.score().change;
  for (Seat other = 0; other < hand.game().seats(); ++other) {
    lead += change[static_cast<std::size_t>(other)] - change[static_cast<std::size_t>(seat)];
  }
  return lead;
}

}  // namespace

Card lowest_card(CardSet cards) {
  Card lowest = cards.first();
  for (Card card : cards) {
    if (card.position() < lowest.position()) lowest = card;
  }
  return lowest;
}

Card best_card(const Hand& hand, int playouts, hearts::Random& chance) {
  Card best = hand.legal().first();
  if (hand.legal().size() == 1) return best;
  int most = 0;
  for (Card card : hand.legal()) {
    int lead = 0;
    for (int playout = 0; playout < playouts; ++playout) lead += lead_after(hand, card, chance);
    if (card == hand.legal().first() || lead > most) {
      best = card;
      most = lead;
    }
  }
  return best;
}

}  // namespace cheats
