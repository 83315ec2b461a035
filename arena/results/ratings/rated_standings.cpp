#include "arena/results/ratings/rated_standings.h"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/serializer.hpp>
#include <boost/json/value.hpp>

#include "arena/base/text/whole_file.h"

namespace arena {

RatedStandings::RatedStandings(const RatedRuns& rated, const std::string& reference,
                               const std::vector<std::string>& anchors)
    : standings(rated.standings(reference, anchors)), runs(rated.runs()) {}

void RatedStandings::write_json(const std::function<void(std::string_view)>& put) const {
  boost::json::monotonic_resource memory;
  const boost::json::value whole = standings_json(standings, runs, &memory);
  boost::json::serializer serializer;
  serializer.reset(&whole);
  std::vector<char> piece(std::size_t{64} << 10);
  while (!serializer.done()) {
    const auto text = serializer.read(piece.data(), piece.size());
    put({text.data(), text.size()});
  }
  put("\n");
}

void RatedStandings::write_into(const std::filesystem::path& folder) const {
  WholeFile ratings(folder / kRatingsFile);
  write_json([&](std::string_view text) { ratings.write(text); });
  ratings.sync();
  ratings.move_into_place();
  write_whole(folder / kStandingsFile, markdown());
}

}  // namespace arena
