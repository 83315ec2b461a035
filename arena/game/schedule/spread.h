#pragma once

#include <vector>

#include "arena/game/schedule/balance.h"

namespace arena {

/// Gives the games of `order` in another one, for so many tables at once: where a bot has its games as many places from
/// each other, one process of it can play them all. Next is the first game whose bots are in none of the last games, as
/// many as other tables play; where there is none, that whose bots have rested for longest. `order`: indices into
/// `circles`, the bots of all games.
std::vector<int> spread_out(const std::vector<int>& order, const std::vector<Circle>& circles, int tables);

}  // namespace arena
