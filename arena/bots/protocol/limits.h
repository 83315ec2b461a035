#pragma once

#include <chrono>

namespace arena {

/// What bots may use of time and patience. This is the one table of defaults; protocol.md explains the clocks.
struct Limits {
  std::chrono::milliseconds startup{10000};  ///< from the start of the process to `ready`
  std::chrono::milliseconds move{500};       ///< for one answer
  std::chrono::milliseconds bank{30000};     ///< for all answers of a game
  std::chrono::milliseconds increment{0};    ///< added to the bank after each answer
  std::chrono::milliseconds laws{0};         ///< for all questions of the laws in a game; 0: there are none
  std::chrono::milliseconds grace{100};      ///< tolerance before a late answer becomes a fault
  std::chrono::milliseconds quit{500};       ///< from `quit` to the end of the process
  int tries = 3;                             ///< answers to a question before the arena answers
  int faults = 3;                            ///< in a game, the last of which forfeits it
  int stray_lines = 200;                     ///< info, comment and empty lines between two answers
  bool live_events = false;                  ///< events at once for bots that ask for them
  bool freeze = false;                       ///< a bot is stopped from its answer to its next question

  bool operator==(const Limits&) const = default;
};

/// The default of Limits::laws for games under the laws of the table.
inline constexpr std::chrono::milliseconds kLawTime{3000};

}  // namespace arena
