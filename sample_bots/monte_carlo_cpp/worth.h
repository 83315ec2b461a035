// How good the totals of a hand are for a seat.
#pragma once

#include <cstdint>

#include "engine/score.h"

namespace monte {

using namespace hearts;

/// The lead over the others, on average; and the place, the more the nearer the match is to its end. In whole numbers,
/// so that every machine counts alike.
class Worth {
 public:
  /// A point of lead over all the others.
  static constexpr int kPoint = 64;

  /// `in_extra_hands`: a tie at the limit is played off.
  Worth(const GameRules& game, bool in_extra_hands) : game_(game), in_extra_hands_(in_extra_hands) {}

  /// Of these totals after a hand, in 1/kPoint points; more is better.
  int of(const PerSeat<int>& totals, Seat seat) const;

  /// Of the hand's end, if it ends like this and its shooter, if there is one, takes this option.
  int of(const Tally& tally, MoonOption option, const PerSeat<int>& totals, Seat seat) const;

  /// The option that is best for the shooter.
  MoonOption choice(const Tally& tally, const MoonOptions& options, const PerSeat<int>& totals) const;

 private:
  const GameRules& game_;
  bool in_extra_hands_;
};

}  // namespace monte
