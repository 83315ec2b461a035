#include "engine/rules.h"

namespace hearts {

void Rules::cite(std::string_view key, std::string_view rules) { sources[key] = rules; }

void Rules::cite(std::span<const RuleSource> list) {
  for (const auto& [key, rules] : list) cite(key, rules);
}

std::string_view Rules::source(std::string_view key) const {
  const auto found = sources.find(key);
  return found == sources.end() ? std::string_view() : found->second;
}

int Rules::deck_size() const {
  const std::size_t in_suit = ranks.size() + (jokers == Jokers::one_per_suit ? 1 : 0);
  return static_cast<int>(suits.size() * in_suit) - static_cast<int>(removed.size());
}

int Rules::hand_size() const { return deck_size() / (seats * hands_per_seat); }

int Rules::tricks() const { return hand_size() * hands_per_seat; }

int Rules::leftover_count() const { return deck_size() - hand_size() * seats * hands_per_seat; }

}  // namespace hearts
