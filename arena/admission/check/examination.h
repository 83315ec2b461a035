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
  bool is_good() const { return count(StepOutcome::failed) == 0; }
};

/// Takes the bot through the steps, one after the other, each with fresh processes. `wanted`: only these and those they
/// need; empty: all. Whatever the bot does, this comes to an end, and none of its processes is left. The laws of the table
/// are examined only if the subject or `wanted` says so. Throws InputError when the bot's manifest plays no variant there
/// is, std::runtime_error when the sandbox fails, std::system_error when the machine cannot start a process.
Examination examine(const Subject& subject, const std::set<StepId>& wanted, const Telling& telling);

}  // namespace arena
