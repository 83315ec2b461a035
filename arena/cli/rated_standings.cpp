#include "arena/cli/rated_standings.h"

#include <boost/json/serialize.hpp>

namespace arena::cli {

RatedStandings::RatedStandings(const RatedRuns& rated, const std::string& reference,
                               const std::vector<std::string>& anchors)
    : standings(rated.standings(reference, anchors)), runs(rated.runs()) {}

std::string RatedStandings::json() const { return boost::json::serialize(standings_json(standings, runs)) + "\n"; }

}  // namespace arena::cli
