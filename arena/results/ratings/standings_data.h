#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results/ratings/standings.h"

namespace arena {

/// The version of the JSON format of standings, their "v". FORMAT.md beside this file documents it.
inline constexpr int kStandingsVersion = 2;

/// Standings as comma-separated values (RFC 4180, lines ended by "\n"). The first line has the keys of the JSON rows.
/// Each bot of each table has a row, "overall" first, then the variants; a value that is not known is empty.
std::string standings_csv(const Standings& standings);

/// Everything in the standings, in a fixed order, with four decimals, because compilers may differ in the last bits.
boost::json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs);
/// The same object, allocated in `memory`. For 400 bots it takes 40 MB, and less if the memory does not free parts of
/// it one by one.
boost::json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                                   const boost::json::storage_ptr& memory);
/// Which kind of intervals the figures of standings or of a comparison have, as an object.
boost::json::object intervals_json(const Looks& looks);
/// A duel as an object: the event `duel` of docs/json.md, without `event` and `run`.
boost::json::object duel_json(const DuelReport& duel);
/// Returns the rows of one table of the standings, as they are in that object.
boost::json::array standings_rows_json(const Standings& standings, const StandingsTable& table);
/// Passes the JSON text to `write` piece by piece. For 400 bots the text has 19 MB.
void write_standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                          const std::function<void(std::string_view)>& write);

/// The names of the ratings files that a run keeps beside its records: the standings as JSON and in Markdown.
inline constexpr std::string_view kRatingsFile = "ratings.json";
inline constexpr std::string_view kStandingsFile = "standings.md";

}  // namespace arena
