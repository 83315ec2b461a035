#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/admission/check/failure.h"
#include "arena/admission/check/step.h"

namespace arena {

/// What to do about failures that show this evidence.
struct Hint {
  bool (*fits)(const Failure& failure);
  std::string_view text;        ///< what was seen, and one thing to try; {run} and {by hand} stand for commands
  StepId step = StepId::flush;  ///< that fails where the first game shows it
  bool is_of_any_step = false;  ///< it is given whatever was altered in the conversation: that was not the cause
};

/// All of them. The last one fits any failure.
std::span<const Hint> hints();

/// Returns the hint that follows from the evidence: the first one of the table that fits.
const Hint& hint_for(const Failure& failure);

/// Writes the hint out, with a command that makes this failure come again.
std::string hint_text(const Hint& hint, const Failure& failure);

}  // namespace arena
