#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results/ratings/rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/ratings/standings_text.h"

namespace arena {

/// Names of the ratings that a run keeps beside its records.
inline constexpr std::string_view kRatingsFile = "ratings.json";
inline constexpr std::string_view kStandingsFile = "standings.md";

/// The standings of some runs, rated once, to be written in several formats.
struct RatedStandings {
  /// `reference`, `anchors`: see RatedRuns::standings.
  explicit RatedStandings(const RatedRuns& rated, const std::string& reference = {},
                          const std::vector<std::string>& anchors = {});

  /// `whole`: where the columns are that do not fit the page.
  std::string text(const Page& page, std::string_view whole, bool by_variant = false) const {
    return standings_text(standings, runs, by_variant, page, whole);
  }
  /// Hands the text on piece by piece: of 400 bots it has 19 MB.
  void write_json(const std::function<void(std::string_view)>& put) const;
  std::string csv() const { return standings_csv(standings); }
  std::string markdown() const { return standings_markdown(standings, runs); }
  /// Writes kRatingsFile and kStandingsFile there. Throws std::system_error with the path.
  void write_into(const std::filesystem::path& folder) const;

  Standings standings;
  std::vector<RatedRun> runs;
};

}  // namespace arena
