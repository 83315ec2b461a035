#include "arena/results/ratings/first_bots.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace arena {
namespace {

/// Finds p-values of leads in a table, whose p-values must be those of Looks::Kind::open.
LeadP lead_p_of(const StandingsTable& table) {
  std::map<int, int> row_of;
  for (std::size_t row = 0; row < table.rows.size(); ++row) row_of[table.rows[row].bot] = static_cast<int>(row);
  return [&table, row_of](int bot, int over) -> std::optional<double> {
    const auto row = row_of.find(bot);
    const auto column = row_of.find(over);
    if (row == row_of.end() || column == row_of.end()) return std::nullopt;
    const Pairing& pairing = table.pairings(row->second, column->second);
    return pairing.elo && pairing.elo->value > 0 ? pairing.p : std::nullopt;
  };
}

}  // namespace

FirstBots find_first_bots(const Standings& standings, const Contest& contest, std::map<int, int> left_at) {
  FirstBots first{contest.first, contest.current, std::move(left_at)};
  for (const int bot : find_outclassed(lead_p_of(standings.overall), contest)) {
    std::erase(first.contenders, bot);
    first.left_at[bot] = standings.overall.blocks;
  }
  for (const auto& [bot, status] : standings.field.statuses) {
    std::erase(first.contenders, bot);
    if (status.state != BotState::replaced && !first.left_at.contains(bot)) first.withdrawn.push_back(bot);
  }
  return first;
}

}  // namespace arena
