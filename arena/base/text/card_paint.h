#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "engine/card_set.h"
#include "engine/deck.h"

namespace arena {

/// The suit symbols that people and bots write, full and hollow, each with the letter that cards have.
inline constexpr std::array<std::pair<std::string_view, char>, 8> kSuitSymbols = {
    {{"♠", 'S'}, {"♥", 'H'}, {"♦", 'D'}, {"♣", 'C'}, {"♤", 'S'}, {"♡", 'H'}, {"♢", 'D'}, {"♧", 'C'}}};

/// Spells cards for people. A suit is a letter or a symbol, with or without its colour; without colours the text has no
/// escape sequences at all. The colours can also be told apart by people who cannot tell red from green, and they never
/// show anything but the suit.
class CardPaint {
 public:
  /// The deck must outlive this object.
  CardPaint(const hearts::Deck& deck, bool color, bool symbols = false);

  std::string card(hearts::Card card) const;
  /// The cards in the deck's order, with a space between them.
  std::string cards(hearts::CardSet cards) const;
  /// The letter or symbol of a suit.
  std::string suit(int lane) const;
  /// A word of an offered answer. It is painted if it is a card, otherwise unchanged.
  std::string word(std::string_view word) const;
  /// Any text in the colour of a suit.
  std::string suited(int lane, std::string_view text) const;

  /// Text that matters less (faint), and text that must not be missed (alarm).
  std::string faint(std::string_view text) const;
  std::string alarm(std::string_view text) const;

 private:
  std::string painted(std::string_view code, std::string_view text) const;
  std::string suit_text(int lane) const;

  const hearts::Deck* deck_;
  bool color_;
  bool symbols_;
  bool is_french_;  ///< the pack has clubs, diamonds, hearts or spades
};

}  // namespace arena
