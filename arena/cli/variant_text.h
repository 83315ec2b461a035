#pragma once

#include <string>

#include "engine/rules.h"

namespace arena {

/// A line for each variant: id, players, what is special about it.
std::string variants_text();

/// The rules in plain words, section by section, each line with the ids of engine/RULES.md it stands on; then the
/// options of the variant. `rules` come from the registry.
std::string variant_text(const hearts::Rules& rules);

}  // namespace arena
