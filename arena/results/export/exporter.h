#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results/export/tables.h"

namespace arena {

/// How many rows each table has got.
using RowCounts = std::map<std::string_view, std::int64_t>;

/// Hands the rows of all tables to the writer. `paths` are folders of runs or files of their records, as for `arena rate`:
/// they are read twice, once to rate them, and the clocks beside them once more. What is kept are ratings, a byte a
/// block and the number of faults of each game that has any. Throws InputError naming file and line for what no arena
/// wrote, and what the writer throws.
RowCounts export_runs(const std::vector<std::string>& paths, TableWriter& writer);

}  // namespace arena
