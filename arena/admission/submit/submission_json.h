#pragma once

#include <string>

#include "arena/admission/submit/submission.h"

namespace arena {

/// Writes the receipt of a submission as JSON. `with_token`: with a new token; what is kept has none.
std::string receipt_json(const Submission& submission, bool with_token);

/// Writes what was handed in to a league as JSON.
std::string submissions_json(const SubmissionList& list);

}  // namespace arena
