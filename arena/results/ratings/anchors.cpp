#include "arena/results/ratings/anchors.h"

#include <algorithm>
#include <cmath>

#include "arena/results/ratings/elo.h"
#include "engine/seat.h"

namespace arena {
namespace {

/// As if each bot had so many more comparisons that say nothing about it, so that a bot that has just come has little
/// weight in the mean.
constexpr double kUntoldComparisons = 30;

}  // namespace

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

Anchors::Anchors(const Comparisons& comparisons, const Estimate& elo, const std::vector<Anchor>& fixed)
    : groups_(elo.groups) {
  for (int i = 0; i < comparisons.size(); ++i) {
    double information = 0;
    double all = kUntoldComparisons;
    for (int j = 0; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double distance = std::abs(elo.values[at(i)] - elo.values[at(j)]) / kEloUnit;
      information += comparisons.weight(i, j) / (2 + 2 * std::cosh(distance));  // p (1 - p)
      all += comparisons.weight(i, j);
    }
    means_[groups_[at(i)]].push_back({i, information / all});
  }
  for (auto& [group, mean] : means_) {
    double sum = 0;
    for (const MeanPart& part : mean) sum += part.weight;
    for (MeanPart& part : mean) part.weight /= sum;
  }
  std::map<int, std::vector<Anchor>> all;
  for (const Anchor& anchor : fixed) all[groups_[at(anchor.of)]].push_back(anchor);
  for (const auto& [group, anchors] : all) {
    std::vector<Anchor> used = anchors;
    std::erase_if(used, [&](const Anchor& anchor) { return is_rough(comparisons, anchor.of); });
    if (used.empty()) used = anchors;
    std::vector<int> positions;
    double sum = 0;
    for (const Anchor& anchor : used) {
      positions.push_back(anchor.of);
      sum += anchor.elo;
    }
    means_[group] = plain_mean(positions);
    elos_[group] = sum / static_cast<double>(used.size());
  }
}

bool Anchors::holds(int i) const {
  const int group = groups_[at(i)];
  return elos_.contains(group) && std::ranges::find(of_group(group), i, &MeanPart::position) != of_group(group).end();
}

double Anchors::elo(int i) const {
  const auto found = elos_.find(groups_[at(i)]);
  return found == elos_.end() ? kEloAnchor : found->second;
}

Measured Anchors::measure(const Estimate& estimate, int i) const {
  const std::vector<MeanPart>& mean = of_group(groups_[at(i)]);
  if (mean.size() == 1) return *against(estimate, i, mean.front().position);
  return against_mean(estimate, i, mean);
}

}  // namespace arena
