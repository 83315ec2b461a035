#pragma once

#include <string>

#include "arena/ratings/rated_runs.h"

namespace arena::cli {

/// Name of the ratings that a run keeps beside its records.
inline constexpr std::string_view kRatingsFile = "ratings.json";
inline constexpr std::string_view kStandingsFile = "standings.md";

enum class StandingsFormat { text, json, csv, markdown };

/// The standings of some runs. `reference`: see RatedRuns::standings.
std::string standings_in(StandingsFormat format, const RatedRuns& rated, const std::string& reference = {});

}  // namespace arena::cli
