// How good the totals of a hand are for a seat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "engine/match.h"
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
  int of(const PerSeat<int>& totals, Seat seat) const {
    const auto end = totals.begin() + game_.seats();
    const bool over = match_status(game_, totals, in_extra_hands_).over;
    const int to_go = std::max(0, game_.rules().match_limit - *std::max_element(totals.begin(), end));
    const int spread = kSpreadMin + std::min(to_go, 100) / 4;
    const int mine = totals[seat];
    int sum = 0;
    for (auto other = totals.begin(); other != end; ++other) {
      const int lead = *other - mine;
      const int sure = lead > 0 ? kStake : lead < 0 ? -kStake : 0;
      sum += lead * kPoint + (over ? sure : kStake * lead / (spread + std::abs(lead)));
    }
    return sum / (game_.seats() - 1);
  }

  /// Of the hand's end, if it ends like this and its shooter, if there is one, takes this option.
  int of(const Tally& tally, MoonOption option, const PerSeat<int>& totals, Seat seat) const {
    return of(new_totals(game_, totals, score_hand(game_, tally, option).change), seat);
  }

  /// The option that is best for the shooter.
  MoonOption choice(const Tally& tally, const MoonOptions& options, const PerSeat<int>& totals) const {
    if (options.count == 1) return options.list[0];
    const int one = of(tally, options.list[0], totals, tally.shooter);
    const int other = of(tally, options.list[1], totals, tally.shooter);
    return other > one ? options.list[1] : options.list[0];
  }

 private:
  static constexpr int kStake = 20 * kPoint;  // what it is worth to be ahead of all when the match ends
  static constexpr int kSpreadMin = 4;        // points: how far the next hand may yet change a lead

  const GameRules& game_;
  bool in_extra_hands_;
};

}  // namespace monte
