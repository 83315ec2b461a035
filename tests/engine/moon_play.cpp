#include "tests/engine/moon_play.h"

#include <algorithm>
#include <utility>

namespace hearts::test {

CardSet moon_pass(const GameRules& game, CardSet hand, bool is_shooter) {
  const auto lower = [](Card a, Card b) { return a.position() < b.position(); };
  CardSet passed;
  for (int i = 0; i < game.pass_count(); ++i) {
    const Card card = is_shooter ? *std::min_element(hand.begin(), hand.end(), lower)
                                 : *std::max_element(hand.begin(), hand.end(), lower);
    hand.erase(card);
    passed.insert(card);
  }
  return passed;
}

std::string moon_card(const Rules& rules, const naive::Hand& hand, char point_suit, int shooter,
                      const naive::Cards& legal) {
  const auto worth = [&](const std::string& card) {
    return (naive::suit_letter(card) == point_suit ? 50 : 0) + (card == "QS" || card == "QL" ? 100 : 0) +
           naive::rank_order(rules, card);
  };
  std::string best;
  int best_value = 0;
  for (const std::string& card : legal) {
    std::vector<naive::Played> trick = hand.trick();
    trick.push_back({hand.to_move(), card});
    const int winner = naive::winner_of(rules, trick);
    int value = 0;
    if (hand.to_move() == shooter) {
      value = winner == shooter ? 1000 + naive::rank_order(rules, card) : 500 - worth(card);
    } else if (winner == hand.to_move()) {
      value = 200 - worth(card);
    } else {
      value = 1000 + worth(card) + (naive::suit_letter(card) == naive::suit_letter(trick[0].card) ? 0 : 50);
    }
    if (best.empty() || value > best_value) {
      best = card;
      best_value = value;
    }
  }
  return best;
}

}  // namespace hearts::test
