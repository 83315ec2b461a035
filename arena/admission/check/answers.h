#pragma once

#include <string>
#include <vector>

#include "arena/admission/check/finding.h"

namespace arena {

/// Compares the answers of two processes to the same game. Fails if they differ, and names the first question that they
/// answered differently.
Finding compare_answers(const std::vector<std::string>& first, const std::vector<std::string>& second);

/// Turns the failure of a bot that answers differently in equal games into a remark, for where nobody demands equal
/// answers.
Finding may_vary(Finding failure);

}  // namespace arena
