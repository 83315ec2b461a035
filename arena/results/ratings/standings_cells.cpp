#include "arena/results/ratings/standings_cells.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "arena/results/ratings/figure_text.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

std::string ranks_text(const StandingsRow& row) {
  if (row.rank_best == row.rank_worst) return std::to_string(row.rank_best);
  return std::to_string(row.rank_best) + "-" + std::to_string(row.rank_worst);
}

/// A part of a whole in percent; kNotKnown of nothing.
std::string part_text(double part, double whole, int decimals = 1) {
  return whole > 0 ? fixed(100 * part / whole, decimals) + "%" : std::string(kNotKnown);
}

/// Positions of the rows that are shown.
std::vector<int> shown_rows(const Standings& standings, const StandingsTable& table) {
  std::vector<int> rows;
  for (int row = 0; row < std::ssize(table.rows); ++row) {
    if (standings.shows(table.rows[at(row)].bot)) rows.push_back(row);
  }
  return rows;
}

std::string elo_width(const Figure& elo) { return width_text(elo.plus_minus, elo.plus_minus < 9.95 ? 1 : 0); }

std::string los_text(const std::optional<double>& los) { return los ? likelihood_text(*los) : std::string(kNotKnown); }

}  // namespace

CellTable standings_cells(const Standings& standings, const StandingsTable& table) {
  CellTable cells;
  cells.heads = {{"#"},
                 {"bot", true, 0, Narrowing::shortens},
                 {"Elo"},
                 {"±"},
                 {"margin/hand", false, 3},
                 {"±", false, 3},
                 {"firsts", false, 5},
                 {"games", false, 6},
                 {"blocks", false, 8},
                 {"forfeits", false, 7},
                 {"faults", false, 2},
                 {"LOS", false, 4},
                 {"ranks", false, 1}};
  const std::vector<int> rows = shown_rows(standings, table);
  for (const int position : rows) {
    const StandingsRow& row = table.rows[at(position)];
    cells.rows.push_back({std::to_string(row.rank), standings.name(row.bot), fixed(row.elo.value, 0),
                          elo_width(row.elo), fixed(row.margin.value, 2, true), width_text(row.margin.plus_minus, 2),
                          fixed(100 * row.firsts, 0) + "%", std::to_string(row.games), std::to_string(row.blocks),
                          std::to_string(row.forfeits), std::to_string(row.faults.total()),
                          position == rows.back() && !row.los_next ? "" : los_text(row.los_next), ranks_text(row)});
  }
  return cells;
}

CellTable head_to_head(const Standings& standings, const StandingsTable& table) {
  CellTable cells;
  cells.heads = {{"#"}, {"bot", true, 0, Narrowing::shortens}};
  for (std::size_t row = 0; row < table.rows.size(); ++row) cells.heads.push_back({"#" + std::to_string(row + 1)});
  for (const int row : shown_rows(standings, table)) {
    std::vector<std::string> line = {std::to_string(row + 1), standings.name(table, row)};
    for (int column = 0; column < table.pairings.size(); ++column) {
      const Pairing& pairing = table.pairings(row, column);
      const double los = pairing.los.value_or(0.5);
      const bool is_sure = row != column && (los >= kSureLos || los <= 1 - kSureLos);
      const bool has_met = pairing.comparisons > 0;
      line.push_back(row == column ? ""
                                   : part_text(pairing.points, static_cast<double>(pairing.comparisons)) +
                                         (has_met && is_sure ? "*" : ""));
    }
    cells.rows.push_back(std::move(line));
  }
  return cells;
}

CellTable opponents(const Standings& standings, const StandingsTable& table, int row) {
  CellTable cells;
  cells.heads = {{"#"},  {"against", true, 0, Narrowing::shortens}, {"points"}, {"comparisons"}, {"Elo"}, {"±"},
                 {"LOS"}};
  for (int other = 0; other < table.pairings.size(); ++other) {
    const Pairing& pairing = table.pairings(row, other);
    if (other == row || pairing.comparisons == 0) continue;
    const StandingsRow& there = table.rows[at(other)];
    cells.rows.push_back({std::to_string(there.rank), standings.name(there.bot),
                          part_text(pairing.points, static_cast<double>(pairing.comparisons)),
                          std::to_string(pairing.comparisons),
                          pairing.elo ? fixed(pairing.elo->value, 0, true) : std::string(kNotKnown),
                          pairing.elo ? elo_width(*pairing.elo) : std::string(kNotKnown), los_text(pairing.los)});
  }
  return cells;
}

CellTable detail_cells(const Standings& standings, const StandingsTable& table) {
  int seats = 0;
  for (const StandingsRow& row : table.rows) {
    if (row.details) seats = std::max(seats, row.details->seats_used());
  }
  CellTable cells;
  cells.heads = {{"#"}, {"bot", true, 0, Narrowing::shortens}};
  for (int seat = 0; seat < seats; ++seat) cells.heads.push_back({"seat " + std::to_string(seat)});
  for (const char* head : {"hands", "moons", "moon rate", "answers", "ms/answer", "slowest ms"})
    cells.heads.push_back({head});
  for (const int position : shown_rows(standings, table)) {
    const StandingsRow& row = table.rows[at(position)];
    if (!row.details) continue;
    const BotDetails& details = *row.details;
    std::vector<std::string> line = {std::to_string(row.rank), standings.name(row.bot)};
    for (int seat = 0; seat < seats; ++seat) {
      const SeatResults& results = details.seats[seat];
      line.push_back(part_text(static_cast<double>(results.halves) / 2, static_cast<double>(results.comparisons)));
    }
    line.push_back(std::to_string(details.hands));
    line.push_back(std::to_string(details.moons));
    line.push_back(part_text(static_cast<double>(details.moons), static_cast<double>(details.hands), 2));
    const auto ms = details.answer_ms();
    line.push_back(std::to_string(details.answers));
    line.push_back(ms ? fixed(*ms, *ms < 10 ? 3 : 1) : std::string(kNotKnown));
    line.push_back(ms ? fixed(details.slowest_ms(), 1) : std::string(kNotKnown));
    cells.rows.push_back(std::move(line));
  }
  return cells;
}

}  // namespace arena
