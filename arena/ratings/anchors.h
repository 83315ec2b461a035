#pragma once

#include <map>
#include <vector>

#include "arena/ratings/estimate.h"

namespace arena {

/// The Elo of the anchor: the reference bot, or the mean of the bots that games join, without those that won or lost
/// fewer than kPointsMin points, unless most are such. How far off such a bot is shows badly, and the others' Elo would
/// drift with it.
inline constexpr double kEloAnchor = 1500;
inline constexpr double kPointsMin = 10;

/// Whether the bot at a position won or lost fewer than kPointsMin points: its own figures are rough.
bool is_rough(const Comparisons& comparisons, int i);

/// What is at the anchor: by group, positions whose mean it is.
class Anchors {
 public:
  /// `reference`: a position, or -1.
  Anchors(const Comparisons& comparisons, const std::vector<int>& groups, int reference);

  const std::vector<int>& of_group(int group) const { return members_.at(group); }
  /// Value i against the anchor of its group. The estimate has the groups that were given.
  Measured measure(const Estimate& estimate, int i) const;

 private:
  std::vector<int> groups_;
  std::map<int, std::vector<int>> members_;
};

}  // namespace arena
