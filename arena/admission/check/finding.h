#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/admission/check/hints.h"
#include "arena/admission/check/step.h"

namespace arena {

/// What a step has found.
struct Finding {
  StepOutcome outcome = StepOutcome::skipped;
  std::string detail = {};                     ///< what was seen, or why it was skipped; printable, one line
  std::string hint = {};                       ///< of a failure; empty: the step's own
  const Hint* row = nullptr;                   ///< the hint's, of a fault that other steps may meet too; else null
  std::vector<std::string> stderr_lines = {};  ///< of a failure: the last that the bot wrote there, printable
  std::string limit = {};                      ///< that the bot ran into, with its bound; empty: none

  static Finding passed(std::string detail = {}) { return {StepOutcome::passed, std::move(detail)}; }
  static Finding failed(std::string detail) { return {StepOutcome::failed, std::move(detail)}; }
  /// With the hint that follows from the evidence.
  static Finding failed(std::string detail, const Failure& failure) {
    Finding finding = failed(std::move(detail));
    finding.advise(failure);
    return finding;
  }
  static Finding skipped(std::string why) { return {StepOutcome::skipped, std::move(why)}; }
  void advise(const Failure& failure) {
    row = &hint_for(failure);
    hint = hint_text(*row, failure);
  }
};

/// The result of a step.
struct StepResult : Finding {
  const Step* step = nullptr;
  int number = 0;           ///< from 1
  bool is_untried = false;  ///< it was skipped because a step that it needs has failed
  std::chrono::milliseconds time{};
};

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
};

/// Callbacks during a check. Either may be empty.
struct Telling {
  std::function<void(const StepResult&)> step;             ///< called when a step is over
  std::function<void(const std::string& so_far)> silence;  ///< called with a line on what a silent bot does
};

}  // namespace arena
