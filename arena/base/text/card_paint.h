#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "engine/card_set.h"
#include "engine/deck.h"

namespace arena {

/// The symbols of suits that people and bots write, full and hollow, with the letters that cards have.
inline constexpr std::array<std::pair<std::string_view, char>, 8> kSuitSymbols = {
    {{"♠", 'S'}, {"♥", 'H'}, {"♦", 'D'}, {"♣", 'C'}, {"♤", 'S'}, {"♡", 'H'}, {"♢", 'D'}, {"♧", 'C'}}};

/// Spells cards for people: with a letter or a symbol for the suit, in its colour or plain. Plain text has no escape
/// sequence at all. The colours differ also for those who cannot tell red from green, and never say more than the suit.
class CardPaint {
 public:
  /// The deck must outlive it.
  CardPaint(const hearts::Deck& deck, bool color, bool symbols = false);

  std::string card(hearts::Card card) const;
  /// In the deck's order, split by one space.
  std::string cards(hearts::CardSet cards) const;
  /// A suit alone.
  std::string suit(int lane) const;
  /// A word that somebody is offered: a card, or what it is else.
  std::string word(std::string_view word) const;
  /// Text of ours in the colour of a suit.
  std::string suited(int lane, std::string_view text) const;

  /// What is of less weight, and what must not be missed.
  std::string faint(std::string_view text) const;
  std::string alarm(std::string_view text) const;

 private:
  std::string painted(std::string_view code, std::string_view text) const;
  std::string suit_text(int lane) const;

  const hearts::Deck* deck_;
  bool color_;
  bool symbols_;
  bool is_french_;  ///< clubs, diamonds, hearts, spades
};

}  // namespace arena
