#include "arena/cli/standings_formats.h"

#include <boost/json/serialize.hpp>

#include "arena/report/standings_csv.h"
#include "arena/report/standings_json.h"
#include "arena/report/standings_markdown.h"
#include "arena/report/standings_text.h"

namespace arena::cli {

std::string standings_in(StandingsFormat format, const RatedRuns& rated, const std::string& reference) {
  const Standings standings = rated.standings(reference);
  StandingsFacts facts;
  for (const auto& [id, blocks] : rated.runs()) facts.runs.push_back({id, blocks});
  switch (format) {
    case StandingsFormat::text:
      return standings_text(standings, facts);
    case StandingsFormat::json:
      return boost::json::serialize(standings_json(standings, facts)) + "\n";
    case StandingsFormat::csv:
      return standings_csv(standings);
    case StandingsFormat::markdown:
      return standings_markdown(standings, facts);
  }
  return {};
}

}  // namespace arena::cli
