#include "arena/game/table/game_result.h"

#include <algorithm>

namespace arena {
namespace {

constexpr auto kBusyMin = std::chrono::milliseconds(20);
/// At each question the processor changes hands: that alone does not mean that the machine is busy.
constexpr auto kSwitchMax = std::chrono::microseconds(50);

}  // namespace

const Forfeit* GameResult::forfeit_of(hearts::Seat seat) const {
  const auto found = std::ranges::find(forfeits, seat, &Forfeit::seat);
  return found == forfeits.end() ? nullptr : &*found;
}

void rank(GameResult& result, int seats) {
  hearts::PerSeat<bool> lost{};
  for (const Forfeit& forfeit : result.forfeits) lost[forfeit.seat] = true;
  const int worst = *std::max_element(result.totals.begin(), result.totals.begin() + seats);
  const int finished = static_cast<int>(std::count(lost.begin(), lost.begin() + seats, false));
  for (int seat = 0; seat < seats; ++seat) {
    result.scores[seat] = lost[seat] ? worst : result.totals[seat];
    result.places[seat] = lost[seat] ? finished + 1 : 1;
    for (int other = 0; other < seats && !lost[seat]; ++other) {
      if (!lost[other] && result.totals[other] < result.totals[seat]) ++result.places[seat];
    }
  }
}

std::chrono::microseconds busy_time(const GameResult& result) {
  std::chrono::microseconds time = result.arena_delay;
  for (const SeatTiming& seat : result.timing) time += seat.run_delay;
  return time;
}

/// Bots and arena that share a processor wait for each other and for the threads of bots. Other programs can be to
/// blame only for the time of the game that the bots did not use.
bool host_was_busy(const GameResult& result) {
  std::chrono::microseconds others = result.duration;
  int questions = 0;
  for (const SeatTiming& seat : result.timing) {
    others -= std::min(seat.cpu, seat.total + seat.idle_cpu);
    questions += seat.questions;
  }
  const std::chrono::microseconds unusual = std::min(busy_time(result), others) - questions * kSwitchMax;
  return unusual > kBusyMin && unusual * 10 > result.duration;
}

}  // namespace arena
