#include "arena/results/ratings/contenders.h"

#include <algorithm>
#include <optional>

#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/elo.h"
#include "arena/results/ratings/estimate.h"
#include "engine/seat.h"

namespace arena {

using hearts::at;

std::vector<int> find_outclassed(const LeadP& lead_p, const Contest& contest) {
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

std::vector<int> find_outclassed(const BlockList& blocks, int field, int variants, const Contest& contest) {
  const Comparisons comparisons = sum_comparisons(blocks, field, weights_by_blocks(blocks, variants));
  const Estimate elo = estimate_elo(blocks, comparisons);
  const LeadP lead_p = [&](int bot, int over) -> std::optional<double> {
    const int i = comparisons.position[at(bot)];
    const int j = comparisons.position[at(over)];
    const std::optional<Measured> lead = i < 0 || j < 0 ? std::nullopt : against(elo, i, j);
    return lead && lead->value > 0 ? p_value(*lead, {Looks::Kind::open}) : std::nullopt;
  };
  return find_outclassed(lead_p, contest);
}

}  // namespace arena
