#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.h"
#include "engine/random.h"

namespace monte::test {

/// One bot, without a process: it reads a line and says its answer, or nothing.
using LineBot = std::function<std::string(std::string_view line)>;

/// A game over the arena's own lines, in this process.
struct LineGame {
  const hearts::GameRules& game;
  std::uint64_t seed = 0;      ///< of deals and bots
  std::vector<LineBot> seats;  ///< one a seat
  /// Looks at the truth before a seat is asked; may be empty.
  std::function<void(const hearts::Hand& hand, hearts::Seat seat)> before_ask = nullptr;
};

/// How it went.
struct LineResult {
  hearts::PerSeat<int> totals{};
  int hands = 0;
  int questions = 0;
};

/// Plays it to its end. Throws std::runtime_error at an answer that the arena would refuse.
LineResult play_lines(const LineGame& setup);

}  // namespace monte::test
