#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/admission/check/hints.h"
#include "arena/admission/check/step.h"

namespace arena {

/// The finding of a step.
struct Finding {
  StepOutcome outcome = StepOutcome::skipped;
  std::string detail = {};    ///< what was seen, or why it was skipped; printable, one line
  std::string hint = {};      ///< of a failure or a remark; empty if Step::hint applies
  const Hint* row = nullptr;  ///< where `hint` is from, if other steps may give the same one; else null
  std::vector<std::string> stderr_lines = {};  ///< of a failure: the last lines of stderr, printable
  std::vector<std::string> stdout_lines = {};  ///< of a bot that ended: what it wrote to stdout beside answers
  std::string limit = {};                      ///< the limit that the bot reached, with its value; empty if none

  static Finding passed(std::string detail = {}) { return {StepOutcome::passed, std::move(detail)}; }
  static Finding remark(std::string detail, std::string hint) {
    return {StepOutcome::remark, std::move(detail), std::move(hint)};
  }
  static Finding failed(std::string detail) { return {StepOutcome::failed, std::move(detail)}; }
  /// A failure with the hint that follows from the evidence.
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
  bool is_untried = false;  ///< skipped because a step that it needs has failed
  std::chrono::milliseconds time{};
};

/// The time, memory and questions of all games of a check.
struct Figures {
  struct SlowAnswer {
    std::chrono::microseconds time{};
    std::string variant;
    int number = 0;    ///< the table's number
    int question = 0;  ///< the question of the game, from 1
  };
  int games = 0;
  int questions = 0;
  std::chrono::microseconds start{};     ///< from the first process's start to its `ready`
  std::chrono::microseconds answers{};   ///< time of all answers, as the clocks charged them
  std::vector<SlowAnswer> slowest;       ///< five at most, slowest first
  std::chrono::microseconds cpu{};       ///< processor time of all games
  std::chrono::microseconds idle_cpu{};  ///< processor time while it was not the bot's turn: the most in one game
  long peak_kb = 0;                      ///< most memory of one process; 0 if unknown
  AnswerCounts counts{};
};

/// Callbacks that report the progress of a check. Either may be empty.
struct CheckEvents {
  std::function<void(const StepResult&)> step;             ///< called when a step is over
  std::function<void(const std::string& so_far)> silence;  ///< called with a line about a bot that is silent so far
};

}  // namespace arena
