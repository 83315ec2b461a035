#pragma once

#include <string>
#include <string_view>

#include "engine/card_set.h"
#include "engine/deck.h"

namespace arena {

/// Spells cards for people: in the colour of their suit, or plain. Plain text has no escape sequence at all.
class CardPaint {
 public:
  /// The deck must outlive it.
  CardPaint(const hearts::Deck& deck, bool color) : deck_(&deck), color_(color) {}

  std::string card(hearts::Card card) const;
  /// In the deck's order, split by one space.
  std::string cards(hearts::CardSet cards) const;
  /// Text of ours in the colour of a suit.
  std::string suited(int lane, std::string_view text) const;

  /// What is of less weight, and what must not be missed.
  std::string faint(std::string_view text) const;
  std::string alarm(std::string_view text) const;

 private:
  std::string painted(std::string_view code, std::string_view text) const;

  const hearts::Deck* deck_;
  bool color_;
};

}  // namespace arena
