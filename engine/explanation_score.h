#pragma once

#include <vector>

#include "engine/explanation_lines.h"
#include "engine/rules.h"

namespace hearts {

/// Explains the values of cards and tricks, the moon, the score and the end of a match, and the irregularities: a
/// section each. explain() puts them after the sections on the play.
std::vector<ExplainedSection> explain_score(const Rules& rules);

}  // namespace hearts
