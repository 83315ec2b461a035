#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results/export/tables.h"

namespace arena {

/// The number of rows of each table.
using RowCounts = std::map<std::string_view, std::int64_t>;

/// Passes the rows of all tables to the writer, and returns how many there were. Without `with_plays` the tables tricks
/// and plays, which are the largest, get no rows. `paths` are folders of runs or files of their records, as for
/// `arena rate`. They are read twice, once to rate them, and the clocks beside them are read once more. In memory are
/// only the ratings, one byte a block, and the number of faults of each game that has any.
///
/// Throws InputError that names the file and the line for anything that no arena wrote, and whatever the writer throws.
RowCounts export_runs(const std::vector<std::string>& paths, TableWriter& writer, bool with_plays = true);

}  // namespace arena
