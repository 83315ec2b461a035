#pragma once

#include <string>
#include <vector>

#include "arena/ratings/rated_runs.h"
#include "arena/ratings/standings.h"

namespace arena {

/// Gives each row of the standings its details. `paths` are those that `rated` was read from: their games are read once
/// more and played again, and the clocks beside them are read, where there are any. Throws InputError naming file and
/// line for a game that cannot have been played so, and for rules that are not those of this arena.
void add_details(Standings& standings, const std::vector<std::string>& paths, const RatedRuns& rated);

}  // namespace arena
