#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/card_set.h"
#include "engine/rules.h"

namespace hearts {

/// The pack of one variant: which cards it has, and how they are spelled. A deck does not change after it is made.
class Deck {
 public:
  /// Makes the pack of these rules, which must have passed check_rules().
  explicit Deck(const Rules& rules);

  CardSet cards() const { return cards_; }
  int lanes() const { return static_cast<int>(suits_.size()); }
  char suit_letter(int lane) const { return suits_[static_cast<std::size_t>(lane)]; }
  /// The lane of a suit letter, or nothing if the pack has no such suit.
  std::optional<int> lane_of(char suit) const;

  /// The card's two letters, rank then suit. The rank of a Joker is X.
  std::array<char, 2> letters(Card card) const {
    return {ranks_[static_cast<std::size_t>(card.position())], suits_[static_cast<std::size_t>(card.lane())]};
  }
  /// The card's two letters as text.
  std::string name(Card card) const;
  /// The card with that name, or nothing if the pack has no such card.
  std::optional<Card> find(std::string_view name) const;

 private:
  std::string suits_;
  std::string ranks_;  // by position, so X comes first
  CardSet cards_;
};

/// The names of the cards in the deck's order, with a space between them. No cards give an empty text.
std::string cards_text(const Deck& deck, CardSet cards);

/// Writes the text of cards_text() at `at`, at most 3 bytes a card, and returns the position after it.
char* write_cards(char* at, const Deck& deck, CardSet cards);

/// Parses names of cards with a space between them. Returns nothing if a name is not a card of the deck or appears
/// twice. An empty text is the empty set.
std::optional<CardSet> parse_cards(const Deck& deck, std::string_view text);

}  // namespace hearts
