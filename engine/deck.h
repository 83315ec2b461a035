#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/card_set.h"
#include "engine/rules.h"

namespace hearts {

/// The pack of one variant: its cards and how they are spelled.
class Deck {
 public:
  /// The rules must have passed check_rules.
  explicit Deck(const Rules& rules);

  CardSet cards() const { return cards_; }
  int lanes() const { return static_cast<int>(suits_.size()); }
  char suit_letter(int lane) const { return suits_[static_cast<std::size_t>(lane)]; }
  /// The lane of a suit letter, or nothing.
  std::optional<int> lane_of(char suit) const;

  /// Two characters, rank then suit; the Joker's rank is X.
  std::array<char, 2> letters(Card card) const {
    return {ranks_[static_cast<std::size_t>(card.position())], suits_[static_cast<std::size_t>(card.lane())]};
  }
  /// The same as text.
  std::string name(Card card) const;
  /// The card of that name if it is in the pack.
  std::optional<Card> find(std::string_view name) const;

 private:
  std::string suits_;
  std::string ranks_;  // by position: X first
  CardSet cards_;
};

/// Cards in the deck's order, split by one space; empty for no cards.
std::string cards_text(const Deck& deck, CardSet cards);

/// Writes the same text there, at most 3 bytes a card; returns the place behind it.
char* write_cards(char* at, const Deck& deck, CardSet cards);

/// The set of cards in a text of names split by spaces. Nothing if a name is not a card of the deck or is there twice.
std::optional<CardSet> parse_cards(const Deck& deck, std::string_view text);

}  // namespace hearts
