#include "arena/text/card_paint.h"

namespace arena {
namespace {

/// The colour of a suit (ECMA-48, SGR). S is Spades in one pack and Scissors in the other.
std::string_view code_of(char suit, bool five_suits) {
  if (suit == 'C' || suit == 'L') return "32";
  if (suit == 'D' || suit == 'W') return "36";
  if (suit == 'H') return "31";
  if (suit == 'R') return "33";
  return suit == 'S' && five_suits ? "35" : "1";
}

}  // namespace

std::string CardPaint::suited(int lane, std::string_view text) const {
  const bool five_suits = !deck_->lane_of('H') && !deck_->lane_of('C') && !deck_->lane_of('D');
  return painted(code_of(deck_->suit_letter(lane), five_suits), text);
}

std::string CardPaint::card(hearts::Card card) const { return suited(card.lane(), deck_->name(card)); }

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
