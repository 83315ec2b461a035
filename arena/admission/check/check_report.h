#pragma once

#include <string>

#include "arena/admission/check/examination.h"
#include "arena/base/text/text_layout.h"

namespace arena {

// What `arena check` prints for people, in the order in which it is printed. All texts are safe on a terminal.

/// Returns the sentence that says how a bot is judged that answers differently in equal games.
std::string judgement(bool deterministic);
/// Formats the first lines: which bot is checked, and how.
std::string check_head(const Subject& subject, const std::string& seed);
/// Formats a step that is over. Returns an empty text for a step that was not tried: check_end() lists those.
std::string step_text(const StepResult& result, const Page& page);
/// Formats what is known of a bot that has been silent since its start, while it is still waited for.
std::string silence_text(const std::string& so_far, const Page& page);
/// Formats the end of the report: the figures, each failure and each remark with its hint, and the count.
std::string check_end(const Subject& subject, const Examination& examination, const Page& page);

/// Formats the list of all steps: number, name and title.
std::string step_list(const Page& page);

/// Writes the whole result of `arena check` as one JSON object. FORMAT.md documents it.
std::string check_json(const Subject& subject, const std::string& seed, const Examination& examination);

}  // namespace arena
