// How good the totals after a hand are for a seat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "engine/match.h"
#include "engine/score.h"

namespace monte {

using namespace hearts;

/// Values totals by the average lead over the others, and by the place. The place counts more as the match comes closer
/// to its end. All values are integers, so that every machine gets the same results.
class Worth {
 public:
  /// The worth of a lead of one point over all others.
  static constexpr int kPoint = 64;

  /// For the hand with this number in the match. `in_extra_hands`: a tie at the limit is being played off. The game must
  /// outlive this object.
  Worth(const GameRules& game, int hand, bool in_extra_hands)
      : game_(game), hand_(hand), in_extra_hands_(in_extra_hands) {}

  /// Returns the worth of these totals after a hand, in 1/kPoint points; more is better.
  int of(const PerSeat<int>& totals, Seat seat) const {
    const auto end = totals.begin() + game_.seats();
    const int last_hand = game_.rules().last_hand();
    const bool over = match_status(game_, totals, hand_, in_extra_hands_).over || hand_ >= last_hand;
    // How many points a player may yet take.
    const int of_hands = std::max(0, last_hand - hand_) * kPointsOfHand;
    const int of_limit = game_.rules().match_limit - *std::max_element(totals.begin(), end);
    const int to_go = game_.rules().match_hands ? of_hands : std::clamp(of_limit, 0, of_hands);
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

  /// Returns the worth of a hand that ends with this tally, if its shooter (where there is one) takes this option.
  int of(const Tally& tally, MoonOption option, const PerSeat<int>& totals, Seat seat) const {
    return of(new_totals(game_, totals, score_hand(game_, tally, option).change), seat);
  }

  /// Returns the option that is best for the shooter.
  MoonOption choice(const Tally& tally, const MoonOptions& options, const PerSeat<int>& totals) const {
    if (options.count == 1) return options.list[0];
    const int one = of(tally, options.list[0], totals, tally.shooter);
    const int other = of(tally, options.list[1], totals, tally.shooter);
    return other > one ? options.list[1] : options.list[0];
  }

 private:
  static constexpr int kStake = 20 * kPoint;  // worth of being ahead of all others when the match ends
  static constexpr int kSpreadMin = 4;        // points: how far the next hand may yet change a lead
  static constexpr int kPointsOfHand = 10;    // a high estimate of what one player takes in a hand

  const GameRules& game_;
  int hand_;
  bool in_extra_hands_;
};

}  // namespace monte
