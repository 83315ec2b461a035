#include "arena/results/ratings/contenders.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>

#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "arena/results/ratings/standings.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

/// The p-value of a bot's lead over another one, two-sided and right at all looks together. Empty if it does not lead,
/// or too little is known.
using LeadP = std::function<std::optional<double>(int bot, int over)>;

std::vector<int> outclassed_by(const LeadP& lead_p, const Contest& contest) {
  const double n = contest.first;
  const double tests = n * (2.0 * contest.bots - n - 1) / 2;
  const auto is_stronger = [&](int bot, int than) {
    return bot != than && tests * lead_p(bot, than).value_or(2) / 2 <= kLeftOutLevel;
  };
  std::vector<int> outclassed;
  for (const int bot : contest.current) {
    const auto stronger = std::ranges::count_if(contest.current, [&](int other) { return is_stronger(other, bot); });
    if (stronger >= contest.first) outclassed.push_back(bot);
  }
  return outclassed;
}

}  // namespace

std::vector<int> find_outclassed(const BlockList& blocks, int field, int variants, const Contest& contest) {
  const Comparisons comparisons = sum_comparisons(blocks, field, weights_by_blocks(blocks, variants));
  const Estimate elo = estimate_elo(blocks, comparisons);
  const LeadP lead_p = [&](int bot, int over) -> std::optional<double> {
    const int i = comparisons.position[at(bot)];
    const int j = comparisons.position[at(over)];
    const std::optional<Measured> lead = i < 0 || j < 0 ? std::nullopt : against(elo, i, j);
    return lead && lead->value > 0 ? p_value(*lead, {Looks::Kind::open}) : std::nullopt;
  };
  return outclassed_by(lead_p, contest);
}

std::vector<int> find_outclassed(const StandingsTable& table, const Contest& contest) {
  std::map<int, int> row_of;
  for (std::size_t row = 0; row < table.rows.size(); ++row) row_of[table.rows[row].bot] = static_cast<int>(row);
  const LeadP lead_p = [&](int bot, int over) -> std::optional<double> {
    const auto row = row_of.find(bot);
    const auto column = row_of.find(over);
    if (row == row_of.end() || column == row_of.end()) return std::nullopt;
    const Pairing& pairing = table.pairings(row->second, column->second);
    return pairing.elo && pairing.elo->value > 0 ? pairing.p : std::nullopt;
  };
  return outclassed_by(lead_p, contest);
}

}  // namespace arena
