#pragma once

#include "engine/explained_rule.h"
#include "engine/rules.h"

namespace hearts {

/// The sections from the value of a card on.
ExplainedSection explain_values(const Rules& rules);
ExplainedSection explain_moon(const Rules& rules);
ExplainedSection explain_score_and_end(const Rules& rules);
ExplainedSection explain_irregularities(const Rules& rules);

}  // namespace hearts
