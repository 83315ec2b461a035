#pragma once

#include <functional>
#include <set>
#include <vector>

#include "arena/check/figures.h"
#include "arena/check/step.h"
#include "arena/check/subject.h"

namespace arena {

/// What came of the examination of a bot.
struct Examination {
  std::vector<StepResult> steps;
  Figures figures;

  int count(StepOutcome outcome) const;
  bool is_good() const { return count(StepOutcome::failed) == 0; }
};

/// Takes the bot through the steps, one after the other, each with fresh processes. `wanted`: only these and those they
/// need; empty: all. `tell` hears of each step when it is over. Whatever the bot does, this comes to an end, and none
/// of its processes is left. Throws InputError when the bot's manifest plays no variant there is, std::runtime_error
/// when the sandbox fails, std::system_error when the machine cannot start a process.
Examination examine(const Subject& subject, const std::set<StepId>& wanted,
                    const std::function<void(const StepResult&)>& tell);

}  // namespace arena
