#include "tests/unit/engine/moon_move.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/hand.h"

namespace hearts::test {
namespace {

bool is_lower(Card a, Card b) { return a.position() < b.position(); }

CardSet moon_pass(const Hand& hand, Seat shooter) {
  CardSet rest = hand.cards(hand.to_move());
  CardSet given;
  for (int i = 0; i < hand.game().pass_count(); ++i) {
    const Card card = hand.to_move() == shooter ? *std::min_element(rest.begin(), rest.end(), is_lower)
                                                : *std::max_element(rest.begin(), rest.end(), is_lower);
    rest.erase(card);
    given.insert(card);
  }
  return given;
}

/// How gladly a card is given away.
int worth(const Hand& hand, Card card) {
  const int points = hand.game().card_points(card, hand.point_lane());
  return (points > 1 ? 100 : points > 0 ? 50 : 0) + card.position();
}

int wish(const Hand& hand, Seat shooter, Card card) {
  Trick trick = hand.trick();
  trick.add(card);
  const Seat seat = hand.to_move();
  const Seat winner = trick_winner(hand.game(), trick);
  if (seat == shooter) return winner == shooter ? 1000 + card.position() : 500 - worth(hand, card);
  if (winner == seat) return 200 - worth(hand, card);
  return 1000 + worth(hand, card) + (card.lane() == trick.led().lane() ? 0 : 50);
}

Card moon_card(const Hand& hand, Seat shooter) {
  Card best = hand.legal().first();
  for (Card card : hand.legal()) {
    if (wish(hand, shooter, card) > wish(hand, shooter, best)) best = card;
  }
  return best;
}

}  // namespace

void strengthen(const GameRules& game, Deal& deal, Seat seat, Random& random) {
  std::vector<std::pair<int, Card>> ranked;
  for (Card card : game.deck().cards())
    ranked.emplace_back(static_cast<int>(random.below(8)) - card.position() * 8, card);
  std::sort(ranked.begin(), ranked.end());
  std::size_t next = 0;
  for (int h = 0; h < game.rules().hands_per_seat; ++h) {
    CardSet& own = deal.hands[static_cast<std::size_t>(h)][static_cast<std::size_t>(seat)];
    CardSet wished;
    for (int i = 0; i < game.hand_size(); ++i) wished.insert(ranked[next++].second);
    for (Card card : wished - own) {
      const Card away = (own - wished).first();
      const auto exchange = [&](CardSet& place) {
        if (!place.contains(card)) return;
        place.erase(card);
        place.insert(away);
      };
      for (PerSeat<CardSet>& hands : deal.hands) {
        for (CardSet& hand : hands) exchange(hand);
      }
      exchange(deal.leftover);
      own.erase(away);
      own.insert(card);
    }
  }
}

Move moon_move(const Hand& hand, Seat shooter, Random& random) {
  if (hand.phase() == Phase::pass) return Move::pass(moon_pass(hand, shooter));
  if (hand.phase() == Phase::play) return Move::play(moon_card(hand, shooter));
  return random_move(hand, random);
}

}  // namespace hearts::test
