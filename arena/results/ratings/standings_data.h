#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results/ratings/standings.h"

namespace arena {

/// The schema of standings as JSON, their "v". FORMAT.md beside this file documents it.
inline constexpr int kStandingsVersion = 2;

/// Standings as comma-separated values (RFC 4180, lines ended by "\n") with a line of heads, the keys of the JSON rows.
/// Each bot of each table has a row, "overall" first, then the variants; what is not known is empty.
std::string standings_csv(const Standings& standings);

/// All there is in standings, in a fixed order, in four decimals: compilers may differ in the last bits.
boost::json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs);
/// The same in this memory: of 400 bots it takes 40 MB, and less where nothing of it is freed alone.
boost::json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                                   const boost::json::storage_ptr& memory);
/// Hands its text on piece by piece: of 400 bots it has 19 MB.
void write_standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                          const std::function<void(std::string_view)>& put);

/// Names of the ratings that a run keeps beside its records: the standings as JSON and in Markdown.
inline constexpr std::string_view kRatingsFile = "ratings.json";
inline constexpr std::string_view kStandingsFile = "standings.md";

}  // namespace arena
