#include "engine/rule_words.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace hearts {
namespace {

bool five_suits(const Rules& rules) { return rules.suits.find('H') == std::string::npos; }

std::string number_word(int number) {
  static constexpr std::array<std::string_view, 6> kWords = {"none", "one", "two", "three", "four", "five"};
  return number < 6 ? std::string(kWords[static_cast<std::size_t>(number)]) : std::to_string(number);
}

}  // namespace

std::string suit_word(const Rules& rules, char suit) {
  static constexpr auto kWords = std::to_array<std::pair<char, std::string_view>>({{'C', "clubs"},
                                                                                   {'D', "diamonds"},
                                                                                   {'H', "hearts"},
                                                                                   {'S', "spades"},
                                                                                   {'R', "Rock"},
                                                                                   {'W', "Water"},
                                                                                   {'P', "Paper"},
                                                                                   {'L', "Lizard"}});
  if (suit == 'S' && five_suits(rules)) return "Scissors";
  const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const auto& word) { return word.first == suit; });
  return found == kWords.end() ? std::string(1, suit) : std::string(found->second);
}

std::string suit_card_word(const Rules& rules, char suit) {
  const std::string word = suit_word(rules, suit);
  return five_suits(rules) ? word + " card" : word.substr(0, word.size() - 1);
}

std::string point_card_word(const Rules& rules) {
  return rules.point_suit ? suit_card_word(rules, *rules.point_suit) : "point-suit card";
}

std::string point_suit_word(const Rules& rules) {
  return rules.point_suit ? suit_word(rules, *rules.point_suit) : "the point suit";
}

std::string offset_word(int offset, int seats) {
  if (offset == 0) return "none";
  if (seats % 2 == 0 && std::abs(offset) == seats / 2) return "across";
  const std::string side = offset > 0 ? "left" : "right";
  return std::abs(offset) == 1 ? side : number_word(std::abs(offset)) + " to the " + side;
}

std::string listed(const std::vector<std::string>& items, std::string_view link) {
  if (items.empty()) return "nothing";
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " " + std::string(link) + " " : ", ";
    text += items[i];
  }
  return text;
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : "; ") + item;
  return text;
}

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace hearts
