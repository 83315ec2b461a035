#include "arena/admission/check/figures.h"

#include <algorithm>
#include <functional>

namespace arena {

namespace {
constexpr std::size_t kSlowestKept = 5;

}  // namespace

void Figures::add(const Trial& trial) {
  const SeatTiming& timing = trial.result.timing[trial.table.seat];
  ++games;
  questions += timing.questions;
  answers += timing.total;
  cpu += timing.cpu;
  idle_cpu = std::max(idle_cpu, timing.idle_cpu);
  for (const SeatTiming::Slow& slow : timing.slowest)
    slowest.push_back({slow.time, trial.table.variant, trial.table.number, slow.question});
  std::ranges::stable_sort(slowest, std::ranges::greater(), &SlowAnswer::time);
  slowest.resize(std::min(slowest.size(), kSlowestKept));
}

}  // namespace arena
