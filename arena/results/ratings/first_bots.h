#pragma once

#include <map>

#include "arena/results/ratings/contenders.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// Finds out from the standings how far a search for the first bots is. Their p-values must be those of
/// Looks::Kind::open. `left_at` has the bots that were left out before, and how many blocks were complete then. Bots
/// that are not current take no part any more.
FirstBots find_first_bots(const Standings& standings, const Contest& contest, std::map<int, int> left_at);

}  // namespace arena
