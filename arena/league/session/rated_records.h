#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "arena/league/run/run_records.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Calls RunRecords::begin() and rates all games that the records hold, those of void blocks left out. `folder` is where
/// the records are, for messages. `take_game` is called with each game first; it may be empty. The other parameters, and
/// what is thrown, are as for RunRecords::begin().
void rate_records(RatedRuns& rated, RunRecords& records, const Manifest& manifest, int workers,
                  const std::filesystem::path& folder, const std::function<void(const GameRecord&)>& take_game = {},
                  const std::optional<RunKey>& last_key = {}, std::optional<Shard> shard = {});

}  // namespace arena
