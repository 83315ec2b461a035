#pragma once

#include "arena/base/text/text_layout.h"
#include "arena/results/ratings/standings.h"

namespace arena {

// Tables of standings for people, in the terminal or in Markdown. Bots that are hidden have no row.

/// "#", bot, Elo, margin, placement, counts, LOS and ranks.
CellTable standings_cells(const Standings& standings, const StandingsTable& table);

/// Every bot against every other: its part of the points between the two.
CellTable head_to_head(const Standings& standings, const StandingsTable& table);

/// One bot, that of a row, against each other that it met: its part of the points, how many comparisons that was, the
/// difference in Elo and the LOS.
CellTable opponents(const Standings& standings, const StandingsTable& table, int row);

/// Results by seat, moons and time per answer. Without rows where the table has no details.
CellTable detail_cells(const Standings& standings, const StandingsTable& table);

}  // namespace arena
