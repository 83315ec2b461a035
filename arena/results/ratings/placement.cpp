#include "arena/results/ratings/placement.h"

#include <algorithm>

#include "arena/results/ratings/block_scores.h"

namespace arena {

std::map<int, Placement> placements_of(const std::vector<RatedGame>& games) {
  std::map<int, Placement> placements;
  for (const RatedGame& game : games) {
    for (const RatedSeat& seat : game.seats) {
      const auto sharing = static_cast<int>(std::ranges::count(game.seats, seat.place, &RatedSeat::place));
      Placement& placement = placements[seat.bot];
      ++placement.seats;
      placement.place_halves = static_cast<std::uint16_t>(placement.place_halves + 2 * seat.place + sharing - 1);
      if (seat.place == 1)
        placement.firsts = static_cast<std::uint16_t>(placement.firsts + Placement::kFirst / sharing);
    }
  }
  return placements;
}

}  // namespace arena
