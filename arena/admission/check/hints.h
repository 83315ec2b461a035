#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/admission/check/failure.h"
#include "arena/admission/check/step.h"

namespace arena {

/// What to do about failures that show certain evidence.
struct Hint {
  bool (*fits)(const Failure& failure);
  std::string_view text;        ///< what happened, and one thing to try; {run} and {by hand} stand for commands
  StepId step = StepId::flush;  ///< the step that fails if the first game shows this evidence
  bool is_of_any_step = false;  ///< also given if a step has altered the conversation: the alteration was not the cause
};

/// Returns all hints. The last one fits any failure.
std::span<const Hint> hints();

/// Returns the hint that follows from the evidence: the first one in the table that fits.
const Hint& hint_for(const Failure& failure);

/// Returns the hint's text with the commands filled in. {run} becomes a command that reproduces this failure.
std::string hint_text(const Hint& hint, const Failure& failure);

}  // namespace arena
