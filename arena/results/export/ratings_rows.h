#pragma once

#include "arena/results/export/row.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Adds the standings of the runs, with the figures and in the order of `arena rate --json`: tables ratings and pairs.
void add_ratings(const RatedRuns& rated, Rows& rows);

}  // namespace arena
