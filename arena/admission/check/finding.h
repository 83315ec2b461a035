#pragma once

#include <string>
#include <vector>

#include "arena/admission/check/mistake.h"
#include "arena/admission/check/step.h"
#include "arena/game/trial/trial_tables.h"

namespace arena {

/// What a step has found.
struct Finding {
  StepOutcome outcome = StepOutcome::passed;
  std::string detail;
  std::string hint;             ///< of a failure; empty: the step's own
  std::string_view cause = {};  ///< of a fault that is not of this step alone: the hint of its mistake, in any game
  std::vector<std::string> stderr_lines = {};
  std::string limit = {};  ///< that the bot ran into, with its bound; empty: none

  static Finding passed(std::string detail = {}) { return {StepOutcome::passed, std::move(detail), {}}; }
  static Finding failed(std::string detail) { return {StepOutcome::failed, std::move(detail), {}}; }
  static Finding skipped(std::string why) { return {StepOutcome::skipped, std::move(why), {}}; }
  /// A fault, with its cause and what that needs, or else with the hint of its mistake. `where`: what stands before the
  /// story.
  static Finding fault(const Subject& subject, const FaultEvent& event, const Overheard& overheard,
                       const std::string& where = {}, int game = 1);
  /// The same, with hints that name a run in which it comes again: of the variant, with two games of a process where it
  /// was in the second. What came later, or under the laws, comes again in a check of this step alone.
  Finding at(const std::string& variant, int game, std::string_view step) &&;
  /// Of a bot that says `ready` in the experiment that shows why it does not otherwise.
  static Finding held_back(Mistake mistake);
};

/// Where the answers of a second process part from those of the first.
Finding compare(const std::vector<std::string>& first, const std::vector<std::string>& second);

}  // namespace arena
