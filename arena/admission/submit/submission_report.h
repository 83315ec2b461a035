#pragma once

#include <string>

#include "arena/admission/submit/submission.h"
#include "arena/base/text/text_layout.h"

namespace arena {

/// Formats the receipt of a submission for people, safe on a terminal. `with_token`: a new token is shown, too.
std::string receipt_text(const Submission& submission, const Page& page, bool with_token);

/// What a bot is that is handed in: a paragraph, safe on a terminal.
std::string introduction(const Submission& submission, const Page& page);

/// Formats what was handed in to a league as tables.
std::string submissions_text(const SubmissionList& list, const Page& page);

/// Writes the receipt of a submission as JSON. `with_token`: with a new token; what is kept has none.
std::string receipt_json(const Submission& submission, bool with_token);

/// Writes what was handed in to a league as JSON.
std::string submissions_json(const SubmissionList& list);

}  // namespace arena
