#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/results/ratings/standings.h"

namespace arena {

/// In words, what the figures of a table are relative to, and its Elo: "the mean" at "1500", or its anchors.
std::pair<std::string, std::string> anchor_words(const Standings& standings, const StandingsTable& table);

/// Says which anchors of the field do not hold a table, which bots none holds, and where several hold a group, how far
/// each is from what it is to have.
std::vector<std::string> anchor_sentences(const Standings& standings, const StandingsTable& table);

/// Says that the runs have not the same anchors, where that matters.
std::vector<std::string> anchor_sentences(const Standings& standings, const std::vector<RatedRun>& runs);

/// The heads of standings: the name of the league, then its notes; of several leagues their names.
struct StandingsTitle {
  std::string name;
  std::vector<std::string> notes;
};
StandingsTitle title_of(const std::vector<RatedRun>& runs);

}  // namespace arena
