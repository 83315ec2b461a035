#pragma once

#include <vector>

#include "engine/explanation_lines.h"
#include "engine/rules.h"

namespace hearts {

/// Explains the rules in plain words, from the keys alone. The sections are: pack and deal, passing, opening, play,
/// values, moon, score and end, irregularities.
///
/// The rules must have passed check_rules(). All views refer to static text.
std::vector<ExplainedSection> explain(const Rules& rules);

}  // namespace hearts
