#pragma once

#include <string>

#include "arena/ratings/rated_runs.h"
#include "arena/ratings/standings_formats.h"

namespace arena::cli {

/// Names of the ratings that a run keeps beside its records.
inline constexpr std::string_view kRatingsFile = "ratings.json";
inline constexpr std::string_view kStandingsFile = "standings.md";

/// Ratings while a run goes on take one part of the time in so many at most.
inline constexpr int kPartOfTime = 20;

/// The standings of some runs, rated once to be written in any format.
struct RatedStandings {
  /// `reference`, `anchors`: see RatedRuns::standings.
  explicit RatedStandings(const RatedRuns& rated, const std::string& reference = {},
                          const std::vector<std::string>& anchors = {});

  std::string text(bool by_variant = false) const { return standings_text(standings, runs, by_variant); }
  std::string json() const;
  std::string csv() const { return standings_csv(standings); }
  std::string markdown() const { return standings_markdown(standings, runs); }

  Standings standings;
  std::vector<RatedRun> runs;
};

}  // namespace arena::cli
