#pragma once

#include <string>

#include "arena/ratings/standings.h"

namespace arena {

/// Standings as comma-separated values with a line of heads, quoted as RFC 4180 has it, lines ended by "\n". One row for
/// each bot of each table, "overall" first, then the variants. The columns are those of the JSON rows (FORMAT.md beside
/// this file); what is not known is empty.
std::string standings_csv(const Standings& standings);

}  // namespace arena
