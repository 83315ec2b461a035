#include "arena/ratings/anchors.h"

#include <algorithm>

#include "engine/seat.h"

namespace arena {

using hearts::at;

bool is_rough(const Comparisons& comparisons, int i) {
  long won = 0;
  long lost = 0;
  for (int j = 0; j < comparisons.size(); ++j) {
    won += comparisons.halves(i, j);
    lost += comparisons.halves(j, i);
  }
  return static_cast<double>(std::min(won, lost)) / 2 < kPointsMin;
}

Anchors::Anchors(const Comparisons& comparisons, const std::vector<int>& groups, int reference) : groups_(groups) {
  std::map<int, std::vector<int>> rough;
  for (int i = 0; i < comparisons.size(); ++i)
    (is_rough(comparisons, i) ? rough : members_)[groups[at(i)]].push_back(i);
  // While most are rough they are nearly all that there is.
  for (auto& [group, positions] : rough) {
    if (std::vector<int>& members = members_[group]; members.size() < positions.size() || members.size() < 2) {
      members.insert(members.end(), positions.begin(), positions.end());
      std::ranges::sort(members);
    }
  }
  if (reference >= 0) members_[groups[at(reference)]] = {reference};
}

Measured Anchors::measure(const Estimate& estimate, int i) const {
  const std::vector<int>& members = of_group(groups_[at(i)]);
  if (members.size() == 1) return *against(estimate, i, members.front());
  return against_mean(estimate, i, members);
}

}  // namespace arena
