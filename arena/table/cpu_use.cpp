#include "arena/table/cpu_use.h"

#include "arena/process/process_meters.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace arena {
namespace {

/// How many processors a bot could use at once. It may leave the one that it was bound to.
long processors() {
  static const long count = std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
  return count;
}

}  // namespace

void CpuUse::begin_process(ProcessMeters& meters, TimePoint at) {
  *this = CpuUse();
  last_ = meters.cpu_time();
  read_at_ = changed_at_ = at;
}

void CpuUse::begin_game(ProcessMeters& meters, TimePoint at) {
  const std::chrono::nanoseconds before = std::exchange(last_, meters.cpu_time());
  between_games_ = std::max(last_ - before, std::chrono::nanoseconds(0));
  total_ = out_of_turn_ = {};
  read_at_ = changed_at_ = at;
  turns_ = waits_ = {};
  in_turn_ = false;
}

void CpuUse::read(ProcessMeters& meters, TimePoint at) {
  pass_time(at);
  const std::chrono::nanoseconds before = std::exchange(last_, std::max(last_, meters.cpu_time()));
  const std::chrono::nanoseconds used = last_ - before;
  total_ += used;
  const Duration beyond_turns = std::max<Duration>(used - turns_, Duration::zero());
  out_of_turn_ += std::min<Duration>(beyond_turns, waits_ * processors());
  turns_ = waits_ = {};
  read_at_ = at;
}

}  // namespace arena
