#pragma once

#include <string>
#include <vector>

#include "arena/admission/check/finding.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

/// Compares the answers of two processes to the same game. Fails if they differ, and names the first question that they
/// answered differently.
Finding compare_answers(const std::vector<std::string>& first, const std::vector<std::string>& second);

/// Turns the failure of a bot that answers differently in equal games into a remark, for where nobody demands equal
/// answers.
Finding may_vary(Finding failure);

/// Judges how the bot chose in all games. Says at how many questions it wrote to stderr. Makes a remark if its stderr
/// reports an error, or if it always takes the first words of the list, as a bot does whose own choice fails.
Finding judge_choices(const Figures& figures);

/// Judges what the bot used in all games. `reached` is the limit that a step has found it to reach, or empty.
Finding judge_limits(const Figures& figures, const Resources& allowed, const std::string& reached);

}  // namespace arena
