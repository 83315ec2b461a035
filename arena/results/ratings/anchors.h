#pragma once

#include <map>
#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// The Elo of the anchor: the reference bot, or the mean of the bots that games join, without those that won or lost
/// fewer than kPointsMin points, unless most are such. How far off such a bot is shows badly, and the others' Elo would
/// drift with it.
inline constexpr double kEloAnchor = 1500;
inline constexpr double kPointsMin = 10;

/// Whether the bot at a position won or lost fewer than kPointsMin points: its own figures are rough.
bool is_rough(const Comparisons& comparisons, int i);

/// A position or a bot, and the Elo that it is to have.
struct Anchor {
  int of = 0;
  double elo = kEloAnchor;

  bool operator==(const Anchor&) const = default;
};

/// What is at the anchor: by group, positions whose mean it is, and the mean of their Elo.
///
/// Several fixed anchors move a group as a whole, so that the mean of their Elo is that of what they are to have: the
/// least squares of what is left, as sets of test items are linked by the mean of those they share (Wright and Stone,
/// Best Test Design, 1979, whose model is this one). No difference between two bots changes. Fixed in the fit, as Ordo
/// does with several, anchors that are off by a little would bend the Elo of all others. Anchors that won or lost fewer
/// than kPointsMin points are used only where all are such.
class Anchors {
 public:
  /// `fixed`: positions. A group without one has its mean at kEloAnchor.
  Anchors(const Comparisons& comparisons, const std::vector<int>& groups, const std::vector<Anchor>& fixed);

  const std::vector<int>& of_group(int group) const { return members_.at(group); }
  /// Value i against the anchor of its group. The estimate has the groups that were given.
  Measured measure(const Estimate& estimate, int i) const;
  /// What the anchor of the group of i has.
  double elo(int i) const;

 private:
  std::vector<int> groups_;
  std::map<int, std::vector<int>> members_;
  std::map<int, double> elos_;
};

}  // namespace arena
