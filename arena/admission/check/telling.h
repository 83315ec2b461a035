#pragma once

#include <functional>
#include <string>

#include "arena/admission/check/finding.h"
#include "arena/admission/check/step.h"

namespace arena {

/// Callbacks during a check. Either may be empty.
struct Telling {
  std::function<void(const StepResult&)> step;             ///< called when a step is over
  std::function<void(const std::string& so_far)> silence;  ///< called with a line on what a silent bot does
};

}  // namespace arena
