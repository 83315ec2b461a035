#include "arena/replay/game_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace arena {

std::vector<std::string> seat_names(const GameRecord& record) {
  std::vector<std::string> names = record.bots;
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    if (std::count(record.bots.begin(), record.bots.end(), record.bots[seat]) > 1)
      names[seat] += ":" + std::to_string(seat);
  }
  return names;
}

std::string pass_words(int offset, int seats) {
  if (offset == 0) return "no pass";
  if (seats % 2 == 0 && (offset == seats / 2 || offset == -seats / 2)) return "pass across";
  const std::string side = offset > 0 ? "left" : "right";
  return std::abs(offset) == 1 ? "pass " + side : "pass " + std::to_string(std::abs(offset)) + " to the " + side;
}

std::string_view decider_mark(Decider decider) {
  switch (decider) {
    case Decider::bot:
      return "";
    case Decider::arena:
      return "!";
    case Decider::house:
      return "!!";
  }
  return "";
}

std::string short_time(std::chrono::microseconds time) {
  const double us = static_cast<double>(time.count());
  if (us < 999.5) return fmt::format("{:.0f}us", us);
  if (us < 9950) return fmt::format("{:.1f}ms", us * 1e-3);
  if (us < 999.5e3) return fmt::format("{:.0f}ms", us * 1e-3);
  if (us < 9.995e6) return fmt::format("{:.2f}s", us * 1e-6);
  if (us < 99.95e6) return fmt::format("{:.1f}s", us * 1e-6);
  return fmt::format("{:.0f}s", us * 1e-6);
}

}  // namespace arena
