#include "arena/table/game_result.h"

#include <algorithm>

namespace arena {
namespace {

constexpr auto kBusyMin = std::chrono::milliseconds(20);
/// Bots and arena that share a processor hand it on at each question; that alone is no sign of a busy machine.
constexpr auto kSwitchMax = std::chrono::microseconds(50);

}  // namespace

void rank(GameResult& result, int seats) {
  const auto count = static_cast<std::size_t>(seats);
  std::vector<bool> lost(count, false);
  for (const Forfeit& forfeit : result.forfeits) lost[static_cast<std::size_t>(forfeit.seat)] = true;
  const int worst = *std::max_element(result.totals.begin(), result.totals.begin() + seats);
  const int finished = static_cast<int>(std::count(lost.begin(), lost.end(), false));
  for (std::size_t seat = 0; seat < count; ++seat) {
    result.scores[seat] = lost[seat] ? worst : result.totals[seat];
    result.places[seat] = 1;
    for (std::size_t other = 0; other < count; ++other) {
      if (!lost[other] && result.totals[other] < result.totals[seat]) ++result.places[seat];
    }
    if (lost[seat]) result.places[seat] = finished + 1;
  }
}

std::chrono::microseconds busy_time(const GameResult& result) {
  std::chrono::microseconds time = result.arena_delay;
  for (const SeatTiming& seat : result.timing) time += seat.run_delay;
  return time;
}

bool host_was_busy(const GameResult& result) {
  int questions = 0;
  for (const SeatTiming& seat : result.timing) questions += seat.questions;
  const std::chrono::microseconds unusual = busy_time(result) - questions * kSwitchMax;
  return unusual > kBusyMin && unusual * 10 > result.duration;
}

}  // namespace arena
