#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/admission/check/hints.h"
#include "arena/admission/check/step.h"
#include "arena/game/trial/trial_tables.h"

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

/// A failure, told with its cause and what that needs, or else with the hint that follows from the evidence. `where`: what
/// stands before the story.
Finding finding_of(const Subject& subject, const Failure& failure, std::string_view where = {});

/// The result of a step.
struct StepResult : Finding {
  const Step* step = nullptr;
  int number = 0;           ///< from 1
  bool is_untried = false;  ///< it was skipped because a step that it needs has failed
  std::chrono::milliseconds time{};
};

}  // namespace arena
