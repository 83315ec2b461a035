#pragma once

#include <string>

#include "arena/admission/check/examination.h"
#include "arena/base/text/text_layout.h"

namespace arena {

/// `arena check` for people, safe on a terminal: who is examined and how; a step when it is over, and a silence before
/// that; figures, what failed and what to do.
std::string check_head(const Subject& subject, const std::string& seed);
std::string step_text(const StepResult& result, const Page& page);  // empty: it is in check_end()
std::string silence_text(const std::string& so_far, const Page& page);
std::string check_end(const Subject& subject, const Examination& examination, const Page& page);

/// The steps there are: number, name, what they ask.
std::string step_list(const Page& page);

/// Writes what `arena check` has found for programs, all at once. FORMAT.md documents it.
std::string check_json(const Subject& subject, const std::string& seed, const Examination& examination);

}  // namespace arena
