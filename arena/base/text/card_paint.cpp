#include "arena/base/text/card_paint.h"

#include <optional>

namespace arena {
namespace {

/// The colour of a suit, as a code of ECMA-48 (SGR): red, yellow, blue, cyan, and the terminal's own colour in bold.
/// People with two kinds of cone cells can tell them apart. S means Spades in one pack and Scissors in the other.
std::string_view code_of(char suit, bool is_french) {
  if (suit == 'C' || suit == 'L') return "94";
  if (suit == 'D' || suit == 'W') return "33";
  if (suit == 'H' || suit == 'R') return "31";
  return suit == 'S' && !is_french ? "36" : "1";
}

std::string_view symbol_of(char suit) { return suit == 'C' ? "♣" : suit == 'D' ? "♦" : suit == 'H' ? "♥" : "♠"; }

}  // namespace

CardPaint::CardPaint(const hearts::Deck& deck, bool color, bool symbols)
    : deck_(&deck),
      color_(color),
      symbols_(symbols),
      is_french_(deck.lane_of('H') || deck.lane_of('C') || deck.lane_of('D')) {}

std::string CardPaint::suited(int lane, std::string_view text) const {
  return painted(code_of(deck_->suit_letter(lane), is_french_), text);
}

std::string CardPaint::suit_text(int lane) const {
  const char letter = deck_->suit_letter(lane);
  return symbols_ && is_french_ ? std::string(symbol_of(letter)) : std::string(1, letter);
}

std::string CardPaint::suit(int lane) const { return suited(lane, suit_text(lane)); }

std::string CardPaint::card(hearts::Card card) const {
  return suited(card.lane(), deck_->name(card).front() + suit_text(card.lane()));
}

std::string CardPaint::word(std::string_view word) const {
  const std::optional<hearts::Card> found = deck_->find(word);
  return found ? card(*found) : std::string(word);
}

std::string CardPaint::cards(hearts::CardSet cards) const {
  std::string text;
  for (hearts::Card one : cards) {
    if (!text.empty()) text += ' ';
    text += card(one);
  }
  return text;
}

std::string CardPaint::faint(std::string_view text) const { return painted("2", text); }

std::string CardPaint::alarm(std::string_view text) const { return painted("1;33", text); }

std::string CardPaint::painted(std::string_view code, std::string_view text) const {
  if (!color_ || text.empty()) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

}  // namespace arena
