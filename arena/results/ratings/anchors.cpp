#include "arena/results/ratings/anchors.h"

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

Anchors::Anchors(const Comparisons& comparisons, const std::vector<int>& groups, const std::vector<Anchor>& fixed)
    : groups_(groups) {
  std::map<int, std::vector<int>> rough;
  for (int i = 0; i < comparisons.size(); ++i)
    (is_rough(comparisons, i) ? rough : members_)[groups[at(i)]].push_back(i);
  // If most bots are rough, they are nearly all there is, so they count.
  for (auto& [group, positions] : rough) {
    if (std::vector<int>& members = members_[group]; members.size() < positions.size() || members.size() < 2) {
      members.insert(members.end(), positions.begin(), positions.end());
      std::ranges::sort(members);
    }
  }
  std::map<int, std::vector<Anchor>> all;
  for (const Anchor& anchor : fixed) all[groups[at(anchor.of)]].push_back(anchor);
  for (const auto& [group, anchors] : all) {
    std::vector<Anchor> used = anchors;
    std::erase_if(used, [&](const Anchor& anchor) { return is_rough(comparisons, anchor.of); });
    if (used.empty()) used = anchors;
    std::vector<int>& members = members_[group];
    members.clear();
    double sum = 0;
    for (const Anchor& anchor : used) {
      members.push_back(anchor.of);
      sum += anchor.elo;
    }
    elos_[group] = sum / static_cast<double>(used.size());
  }
}

double Anchors::elo(int i) const {
  const auto found = elos_.find(groups_[at(i)]);
  return found == elos_.end() ? kEloAnchor : found->second;
}

Measured Anchors::measure(const Estimate& estimate, int i) const {
  const std::vector<int>& members = of_group(groups_[at(i)]);
  if (members.size() == 1) return *against(estimate, i, members.front());
  return against_mean(estimate, i, members);
}

}  // namespace arena
