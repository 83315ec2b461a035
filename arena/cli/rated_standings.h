#pragma once

#include <string>

#include "arena/ratings/rated_runs.h"
#include "arena/ratings/standings_formats.h"

namespace arena::cli {

/// Name of the ratings that a run keeps beside its records.
inline constexpr std::string_view kRatingsFile = "ratings.json";
inline constexpr std::string_view kStandingsFile = "standings.md";

enum class StandingsFormat { text, json, csv, markdown };

/// The standings of some runs, rated once to be written in any format.
class RatedStandings {
 public:
  /// `reference`: see RatedRuns::standings.
  explicit RatedStandings(const RatedRuns& rated, const std::string& reference = {});

  std::string in(StandingsFormat format) const;

 private:
  Standings standings_;
  std::vector<RatedRun> runs_;
};

}  // namespace arena::cli
