#include "arena/cli/rated_standings.h"

#include <boost/json/serialize.hpp>

namespace arena::cli {

RatedStandings::RatedStandings(const RatedRuns& rated, const std::string& reference)
    : standings_(rated.standings(reference)) {
  for (const auto& [id, blocks] : rated.runs()) runs_.push_back({id, blocks});
}

std::string RatedStandings::in(StandingsFormat format) const {
  switch (format) {
    case StandingsFormat::text:
      return standings_text(standings_, runs_);
    case StandingsFormat::json:
      return boost::json::serialize(standings_json(standings_, runs_)) + "\n";
    case StandingsFormat::csv:
      return standings_csv(standings_);
    case StandingsFormat::markdown:
      return standings_markdown(standings_, runs_);
  }
  return {};
}

}  // namespace arena::cli
