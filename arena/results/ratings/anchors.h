#pragma once

#include <map>
#include <vector>

#include "arena/results/ratings/estimate.h"

namespace arena {

/// What a bot's Elo is relative to, if nothing else is asked for: the mean of the bots that games join has kEloAnchor.
/// This mean leaves out bots that won or lost fewer than kPointsMin points, unless most of the bots are like that. The
/// distance of such a bot is known only roughly, and the others' Elo would change with it.
inline constexpr double kEloAnchor = 1500;
inline constexpr double kPointsMin = 10;

/// Whether the bot at a position won or lost fewer than kPointsMin points, so that its own figures are rough.
bool is_rough(const Comparisons& comparisons, int i);

/// A position or a bot, and the Elo that it is given.
struct Anchor {
  int of = 0;
  double elo = kEloAnchor;

  bool operator==(const Anchor&) const = default;
};

/// What the figures of each group are relative to: the positions that form the anchor, and the mean of their Elo.
///
/// Several fixed anchors move a group as a whole, so that the mean of their Elo is the mean of what they are given.
/// This is the least-squares solution, and it is how sets of test items are linked by the mean of the items they share
/// (Wright and Stone, Best Test Design, 1979; their model is the one used here). No difference between two bots
/// changes. Ordo holds several anchors fixed in the fit instead; anchors that are slightly off would then distort the
/// Elo of all other bots.
///
/// An anchor that won or lost fewer than kPointsMin points is only used if all anchors of the group are like that.
class Anchors {
 public:
  /// `fixed` are positions with their Elo. A group without one has its mean at kEloAnchor. `groups` has the group of
  /// each position.
  Anchors(const Comparisons& comparisons, const std::vector<int>& groups, const std::vector<Anchor>& fixed);

  /// The positions that form the anchor of a group.
  const std::vector<int>& of_group(int group) const { return members_.at(group); }
  /// Value i of the estimate, relative to the anchor of its group. The estimate must have the groups that the
  /// constructor was given.
  Measured measure(const Estimate& estimate, int i) const;
  /// The Elo of the anchor of the group that position i is in.
  double elo(int i) const;

 private:
  std::vector<int> groups_;
  std::map<int, std::vector<int>> members_;
  std::map<int, double> elos_;
};

}  // namespace arena
