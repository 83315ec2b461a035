#include "arena/results/ratings/anchors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

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

Anchors::Anchors(const Comparisons& comparisons, const Strengths& fit, const std::vector<Anchor>& fixed)
    : groups_(joined_groups(comparisons)) {
  std::map<int, double> sums;
  for (int i = 0; i < comparisons.size(); ++i) {
    double information = 0;
    double all = kUntoldComparisons;
    for (int j = 0; j < comparisons.size(); ++j) {
      if (comparisons.count(i, j) == 0) continue;
      const double distance = std::abs(fit.theta[at(i)] - fit.theta[at(j)]);
      information += comparisons.weight(i, j) / (2 + 2 * std::cosh(distance));  // p (1 - p)
      all += comparisons.weight(i, j);
    }
    weights_.push_back(information / all);
    sums[groups_[at(i)]] += weights_.back();
  }
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] /= sums[groups_[i]];

  std::map<int, std::vector<Anchor>> all;
  for (const Anchor& anchor : fixed) all[groups_[at(anchor.of)]].push_back(anchor);
  for (const auto& [group, anchors] : all) {
    std::vector<Anchor> used = anchors;
    std::erase_if(used, [&](const Anchor& anchor) { return is_rough(comparisons, anchor.of); });
    if (used.empty()) used = anchors;
    Held& held = held_[group];
    double sum = 0;
    for (const Anchor& anchor : used) {
      held.positions.push_back(anchor.of);
      sum += anchor.elo;
    }
    held.elo = sum / static_cast<double>(used.size());
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (groups_[i] == group) weights_[i] = 0;
    }
    for (const int i : held.positions) weights_[at(i)] = 1 / static_cast<double>(used.size());
  }
}

const Anchors::Held* Anchors::held(int i) const {
  const auto found = held_.find(groups_[at(i)]);
  return found == held_.end() ? nullptr : &found->second;
}

bool Anchors::holds(int i) const {
  const Held* of_group = held(i);
  return of_group != nullptr && std::ranges::find(of_group->positions, i) != of_group->positions.end();
}

double Anchors::elo(int i) const { return held(i) == nullptr ? kEloAnchor : held(i)->elo; }

Measured Anchors::measure(const Estimate& estimate, int i) const {
  const Held* of_group = held(i);
  const bool is_one = of_group != nullptr && of_group->positions.size() == 1;
  return against_mean(estimate, i, is_one ? std::optional(of_group->positions.front()) : std::nullopt);
}

}  // namespace arena
