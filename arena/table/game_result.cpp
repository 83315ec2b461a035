#include "arena/table/game_result.h"

namespace arena {
namespace {

constexpr auto kBusyMin = std::chrono::milliseconds(20);
/// Bots and arena that share a processor hand it on at each question; that alone is no sign of a busy machine.
constexpr auto kSwitchMax = std::chrono::microseconds(50);

}  // namespace

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
