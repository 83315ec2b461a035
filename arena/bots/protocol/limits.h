#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace arena {

/// How much time and patience bots get. This is the only place with the default values. protocol.md explains the
/// clocks.
struct Limits {
  std::chrono::milliseconds startup{10000};  ///< from the start of the process to `ready`
  std::chrono::milliseconds move{500};       ///< for one answer
  std::chrono::milliseconds bank{30000};     ///< for all answers of a game
  std::chrono::milliseconds increment{0};    ///< added to the bank after each answer
  std::chrono::milliseconds laws{0};         ///< for all questions about laws in a game; 0 if no laws are in force
  std::chrono::milliseconds grace{100};      ///< tolerance before a late answer becomes a fault
  std::chrono::milliseconds quit{500};       ///< from `quit` to the end of the process
  int tries = 3;                             ///< answers to a question before the arena answers it
  int faults = 3;                            ///< faults in a game; the last of them forfeits it
  int stray_lines = 200;                     ///< info, comment and empty lines allowed between two answers
  bool live_events = false;                  ///< events are sent immediately to bots that ask for it
  bool freeze = false;                       ///< a bot is stopped between its answer and its next question
  /// To set up a game: this much of the first question's time is not charged.
  std::chrono::milliseconds newgame{0};

  bool operator==(const Limits&) const = default;
};

/// The limits of a table: those of all seats, or of each.
struct TableLimits {
  Limits all;
  std::vector<Limits> own{};  ///< by seat; empty if all seats have the same

  TableLimits(const Limits& limits = {}) : all(limits) {}
  /// Changes the limits of every seat.
  template <class Change>
  void each(Change change) {
    change(all);
    for (Limits& limits : own) change(limits);
  }
  const Limits& of(int seat) const { return own.empty() ? all : own[static_cast<std::size_t>(seat)]; }
};

/// The default of Limits::laws for games under the laws of the table.
inline constexpr std::chrono::milliseconds kLawTime{3000};

}  // namespace arena
