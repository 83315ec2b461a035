#pragma once

#include <string>

#include "arena/ratings/standings.h"
#include "arena/ratings/standings_words.h"

namespace arena {

/// Standings for the terminal, UTF-8: the field, the overall table, one for each variant where there are several, and
/// what the figures do not show, in sentences wrapped to 120 columns. Tables are as wide as they need.
std::string standings_text(const Standings& standings, const StandingsFacts& facts);

}  // namespace arena
