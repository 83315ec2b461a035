#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"

namespace arena {

// What standings for people consist of, in the terminal and in Markdown: tables, and what the figures in them are relative
// to, in words. Bots that are hidden have no row.

/// "#", bot, Elo, margin, placement, counts, LOS and ranks.
CellTable standings_cells(const Standings& standings, const StandingsTable& table);

/// Every bot against every other: its part of the points between the two.
CellTable head_to_head(const Standings& standings, const StandingsTable& table);

/// One bot, that of a row, against each other that it met: its part of the points, how many comparisons that was, the
/// difference in Elo and the LOS.
CellTable opponents(const Standings& standings, const StandingsTable& table, int row);

/// Results by seat, moons and time per answer. Without rows where the table has no details.
CellTable detail_cells(const Standings& standings, const StandingsTable& table);

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
