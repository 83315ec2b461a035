#pragma once

#include <string>

#include "arena/ratings/standings.h"
#include "arena/ratings/standings_words.h"

namespace arena {

/// Standings in GitHub's Markdown: what standings_text says, with tables as tables and sentences as lists. Headings are
/// of level 3. `|` and other marks in names are escaped.
std::string standings_markdown(const Standings& standings, const StandingsFacts& facts);

}  // namespace arena
