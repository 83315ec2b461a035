#include "engine/explanation_lines.h"

#include <array>

namespace hearts {

std::string suit_word(const Rules& rules, char suit) {
  static constexpr std::string_view kSuits = "CDHSRWPL";
  static constexpr auto kWords =
      std::to_array<std::string_view>({"clubs", "diamonds", "hearts", "spades", "Rock", "Water", "Paper", "Lizard"});
  if (suit == 'S' && has_five_suits(rules)) return "Scissors";
  const std::size_t place = kSuits.find(suit);
  return std::string(place == std::string_view::npos ? std::string_view(&suit, 1) : kWords[place]);
}

}  // namespace hearts
