#pragma once

#include <compare>
#include <cstdint>

namespace hearts {

/// Most suits a deck may have; each owns one 16-bit lane of a CardSet.
inline constexpr int kLanesMax = 5;

/// Position of the Joker in its lane. Ranks follow from 1 (lowest) up.
inline constexpr int kJokerPosition = 0;

/// Most ranks of a suit, the Joker not counted.
inline constexpr int kRanksMax = 13;

/// Codes of cards are below this.
inline constexpr int kCodesMax = 16 * kLanesMax;

/// One card: the lane of its suit (0..4, the order of `deck.suits`) and its position there
/// (0 the Joker, then the ranks of `deck.ranks` from 1, low to high).
/// Cards of one lane compare by rank. Letters belong to the Deck.
class Card {
 public:
  constexpr Card() = default;
  constexpr Card(int lane, int position) : code_(static_cast<std::uint8_t>(lane * 16 + position)) {}

  static constexpr Card from_code(int code) { return Card(code / 16, code % 16); }

  constexpr int lane() const { return code_ >> 4; }
  constexpr int position() const { return code_ & 15; }
  constexpr bool is_joker() const { return position() == kJokerPosition; }
  /// Index of the card's bit in a CardSet, 0..79.
  constexpr int code() const { return code_; }

  constexpr auto operator<=>(const Card&) const = default;

 private:
  std::uint8_t code_ = 0;
};

}  // namespace hearts
