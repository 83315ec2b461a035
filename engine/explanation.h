#pragma once

#include <vector>

#include "engine/explained_rule.h"
#include "engine/rules.h"

namespace hearts {

/// The rules in plain words, made of the keys alone: pack and deal, passing, opening, play, values, moon, score and
/// end, irregularities. The rules must be checked (rules_check.h). Views are of static text.
std::vector<ExplainedSection> explain(const Rules& rules);

}  // namespace hearts
