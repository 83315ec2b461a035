#include "sample_bots/monte_carlo_cpp/worth.h"

#include <algorithm>
#include <cstdlib>

#include "engine/match.h"

namespace monte {

namespace {

constexpr int kStake = 20 * Worth::kPoint;  // what it is worth to be ahead of all when the match ends
constexpr int kSpreadMin = 4;               // points: how far the next hand may yet change a lead

}  // namespace

int Worth::of(const PerSeat<int>& totals, Seat seat) const {
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

int Worth::of(const Tally& tally, MoonOption option, const PerSeat<int>& totals, Seat seat) const {
  return of(new_totals(game_, totals, score_hand(game_, tally, option).change), seat);
}

MoonOption Worth::choice(const Tally& tally, const MoonOptions& options, const PerSeat<int>& totals) const {
  if (options.count == 1) return options.list[0];
  const int one = of(tally, options.list[0], totals, tally.shooter);
  const int other = of(tally, options.list[1], totals, tally.shooter);
  return other > one ? options.list[1] : options.list[0];
}

}  // namespace monte
