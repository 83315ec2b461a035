#pragma once

#include "engine/explained_rule.h"
#include "engine/rules.h"

namespace hearts {

/// The sections up to the last trick.
ExplainedSection explain_pack_and_deal(const Rules& rules);
ExplainedSection explain_passing(const Rules& rules);
ExplainedSection explain_opening(const Rules& rules);
ExplainedSection explain_playing(const Rules& rules);

}  // namespace hearts
