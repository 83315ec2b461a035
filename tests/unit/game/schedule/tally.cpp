#include "tests/unit/game/schedule/tally.h"

namespace arena {

void Spread::add(std::size_t cell, int amount) {
  const int before = values_[cell];
  const int after = before + amount;
  values_[cell] = after;
  if (after > highest_) highest_ = after;
  if (cells_with_.size() <= static_cast<std::size_t>(highest_))
    cells_with_.resize(static_cast<std::size_t>(highest_) + 1, 0);
  --cells_with_[static_cast<std::size_t>(before)];
  ++cells_with_[static_cast<std::size_t>(after)];
  while (cells_with_[static_cast<std::size_t>(lowest_)] == 0) ++lowest_;
}

Tally::Tally(int bots, int seats)
    : bots_(static_cast<std::size_t>(bots)),
      appearances_(bots_),
      meetings_(bots_ * (bots_ - 1)),
      distances_(bots_ * (bots_ - 1) * static_cast<std::size_t>(seats - 1)) {}

void Tally::add(const Circle& circle, int times) {
  for (std::size_t seat = 0; seat < circle.size(); ++seat) {
    const int bot = circle[seat];
    appearances_.add(static_cast<std::size_t>(bot), times);
    for (std::size_t distance = 1; distance < circle.size(); ++distance) {
      const int other = circle[(seat + distance) % circle.size()];
      if (other == bot) continue;
      meetings_.add(pair(bot, other), times);
      distances_.add((distance - 1) * bots_ * (bots_ - 1) + pair(bot, other), times);
    }
  }
}

std::size_t Tally::pair(int from, int to) const {
  return static_cast<std::size_t>(from) * (bots_ - 1) + static_cast<std::size_t>(to > from ? to - 1 : to);
}

}  // namespace arena
