#pragma once

#include <map>
#include <vector>

#include "arena/results/ratings/elo.h"

namespace arena {

/// The Elo of what a bot's Elo is relative to, if nothing else is asked for: a weighted mean of the bots that games
/// join.
inline constexpr double kEloAnchor = 1500;

/// A bot that beat its opponents in fewer comparisons than this, or was beaten in fewer, has rough figures: how far it
/// is above or below the others is hardly known.
inline constexpr double kPointsMin = 10;

/// Whether the bot at a position has rough figures.
bool is_rough(const Comparisons& comparisons, int i);

/// A position or a bot, and the Elo that it is given.
struct Anchor {
  int of = 0;
  double elo = kEloAnchor;

  bool operator==(const Anchor&) const = default;
};

/// What the figures of each group are relative to, and which Elo that has.
///
/// Without anchors it is the mean of the group's bots, each weighted by how precisely a game measures it: by the Fisher
/// information of its comparisons about its strength, sum of p (1 - p), where p is its chance to win one, divided by
/// their number and some more. Bots that are about as strong have about the same weight, however many games they have
/// played, so that the mean stays where it is when bots come or leave. A bot that nearly always loses has hardly any
/// weight, since little is known about its distance. It enters the mean gradually, and the Elo of the others does not
/// jump.
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
  /// `fixed` are positions with their Elo. A group without one has its weighted mean at kEloAnchor. `fit` is that of
  /// the comparisons.
  Anchors(const Comparisons& comparisons, const Strengths& fit, const std::vector<Anchor>& fixed);

  /// The weights of the positions in the anchors of their groups, for estimate_elo() and estimate_margin().
  const MeanWeights& weights() const { return weights_; }
  /// Whether the position is one of those that hold its group at given Elo.
  bool holds(int i) const;
  /// Value i of an estimate with these weights, relative to the anchor of its group.
  Measured measure(const Estimate& estimate, int i) const;
  /// The Elo of the anchor of the group that position i is in.
  double elo(int i) const;

 private:
  /// The fixed positions that hold a group.
  struct Held {
    std::vector<int> positions;
    double elo = kEloAnchor;  ///< the mean of what they are given
  };
  const Held* held(int i) const;

  std::vector<int> groups_;
  MeanWeights weights_;
  std::map<int, Held> held_;  ///< by group
};

}  // namespace arena
