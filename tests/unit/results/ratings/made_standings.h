#pragma once

#include "arena/results/ratings/standings.h"

namespace arena::test {

/// Three bots, one variant, two blocks; the last bot has one block only.
Standings small_standings();

/// Four bots in two variants with all that can befall: groups, blocks left out, a reference, a bot without games, Elo
/// and margin that disagree. The figures are made up and need not fit each other.
Standings eventful_standings();

}  // namespace arena::test
