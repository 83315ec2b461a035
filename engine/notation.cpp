#include "engine/notation.h"

namespace hearts {

void append_cards(std::string& text, const Deck& deck, CardSet cards) {
  bool first = true;
  for (Card card : cards) {
    if (!first) text += ' ';
    first = false;
    deck.append(text, card);
  }
}

std::string cards_text(const Deck& deck, CardSet cards) {
  std::string text;
  append_cards(text, deck, cards);
  return text;
}

std::optional<CardSet> parse_cards(const Deck& deck, std::string_view text) {
  CardSet cards;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::optional<Card> card = deck.find(text.substr(0, space));
    if (!card || cards.contains(*card)) return std::nullopt;
    cards.insert(*card);
    if (space == std::string_view::npos) break;
    text.remove_prefix(space + 1);
    if (text.empty()) return std::nullopt;
  }
  return cards;
}

}  // namespace hearts
