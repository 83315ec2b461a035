#include "engine/deck.h"

#include "engine/typed_text.h"

namespace hearts {

Deck::Deck(const Rules& rules) : suits_(rules.suits), ranks_("X" + rules.ranks) {
  for (int lane = 0; lane < lanes(); ++lane) {
    const int lowest = rules.jokers == Jokers::one_per_suit ? kJokerPosition : 1;
    for (int position = lowest; position < static_cast<int>(ranks_.size()); ++position)
      cards_.insert(Card(lane, position));
  }
  for (CardName name : rules.removed) {
    if (const std::optional<Card> card = find(name.text())) cards_.erase(*card);
  }
}

std::optional<int> Deck::lane_of(char suit) const {
  const std::size_t lane = suits_.find(suit);
  if (lane == std::string::npos) return std::nullopt;
  return static_cast<int>(lane);
}

std::string Deck::name(Card card) const {
  const std::array<char, 2> two = letters(card);
  return {two.data(), two.size()};
}

std::optional<Card> Deck::find(std::string_view name) const {
  if (name.size() != 2) return std::nullopt;
  const std::size_t position = ranks_.find(name[0]);
  const std::optional<int> lane = lane_of(name[1]);
  if (position == std::string::npos || !lane) return std::nullopt;
  const Card card(*lane, static_cast<int>(position));
  if (!cards_.contains(card)) return std::nullopt;
  return card;
}

char* write_cards(char* at, const Deck& deck, CardSet cards) {
  const char* const start = at;
  for (const Card card : cards) {
    if (at != start) *at++ = ' ';
    for (const char letter : deck.letters(card)) *at++ = letter;
  }
  return at;
}

std::string cards_text(const Deck& deck, CardSet cards) {
  std::array<char, 3 * kCodesMax> written;
  return {written.data(), write_cards(written.data(), deck, cards)};
}

std::optional<CardSet> parse_cards(const Deck& deck, std::string_view text) {
  CardSet cards;
  if (text.empty()) return cards;
  for (std::string_view name : split(text, " ")) {
    const std::optional<Card> card = deck.find(name);
    if (!card || cards.contains(*card)) return std::nullopt;
    cards.insert(*card);
  }
  return cards;
}

}  // namespace hearts
