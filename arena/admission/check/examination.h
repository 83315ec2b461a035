#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "arena/admission/check/finding.h"
#include "arena/game/trial/trial_tables.h"

namespace arena {

/// The result of checking a bot.
struct Examination {
  std::vector<StepResult> steps;
  Figures figures;

  int count(StepOutcome outcome) const {
    return static_cast<int>(std::ranges::count(steps, outcome, &StepResult::outcome));
  }
  /// Whether nothing failed. A remark is not a failure.
  bool is_good() const { return count(StepOutcome::failed) == 0; }
};

/// Runs the conformance check: takes the bot through the steps one after the other, each with fresh processes.
///
/// Takes all steps, or if `wanted` is not empty those in it and the steps that they need. The step `laws` is left out
/// unless the subject or `wanted` asks for it. Whatever the bot does, the check ends, and leaves none of the bot's
/// processes behind. Throws InputError if the bot's manifest plays no variant that exists, std::runtime_error if the
/// sandbox fails, and std::system_error if the machine cannot start a process.
Examination examine(const Subject& subject, const std::set<StepId>& wanted, const CheckEvents& events);

}  // namespace arena
