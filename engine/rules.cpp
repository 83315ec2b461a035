#include "engine/rules.h"

#include <algorithm>

namespace hearts {

void Rules::cite(std::string_view key, std::string_view rules) { sources[key] = rules; }

void Rules::cite(std::span<const RuleSource> list) {
  for (const auto& [key, rules] : list) cite(key, rules);
}

std::string_view Rules::source(std::string_view key) const {
  const auto found = sources.find(key);
  return found == sources.end() ? std::string_view() : found->second;
}

std::vector<std::pair<CardName, int>> Rules::cards_by_points() const {
  std::vector<std::pair<CardName, int>> cards(points_of_cards.begin(), points_of_cards.end());
  std::stable_sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return cards;
}

int Rules::deck_size() const {
  const std::size_t in_suit = ranks.size() + (jokers == Jokers::one_per_suit ? 1 : 0);
  return static_cast<int>(suits.size() * in_suit) - static_cast<int>(removed.size());
}

int Rules::hand_size() const { return deck_size() / (seats * hands_per_seat); }

int Rules::tricks() const { return hand_size() * hands_per_seat; }

int Rules::leftover_count() const { return deck_size() - hand_size() * seats * hands_per_seat; }

}  // namespace hearts
