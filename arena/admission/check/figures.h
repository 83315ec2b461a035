#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "arena/game/trial/trial_tables.h"

namespace arena {

/// The time, memory and questions of all games of a check.
struct Figures {
  struct SlowAnswer {
    std::chrono::microseconds time{};
    std::string variant;
    int number = 0;    ///< of the table
    int question = 0;  ///< of the game
  };
  int games = 0;
  int questions = 0;
  std::chrono::microseconds start{};     ///< from the first process's start to its `ready`
  std::chrono::microseconds answers{};   ///< time of all answers, as the clock charged them
  std::vector<SlowAnswer> slowest;       ///< five at most, slowest first
  std::chrono::microseconds cpu{};       ///< processor time of all games
  std::chrono::microseconds idle_cpu{};  ///< the most that it used in one game while it was not its turn
  long peak_kb = 0;                      ///< most memory of a process; 0: not known

  void add(const Trial& trial);
};

}  // namespace arena
