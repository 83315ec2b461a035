#include "arena/check/figures.h"

#include <algorithm>

namespace arena {
namespace {

constexpr std::size_t kSlowestKept = 5;

}  // namespace

void Figures::add(const Trial& trial) {
  const SeatTiming& timing = trial.result.timing[static_cast<std::size_t>(trial.table.seat)];
  ++games;
  questions += timing.questions;
  answers += timing.total;
  cpu += timing.cpu;
  idle_cpu = std::max(idle_cpu, timing.idle_cpu);
  for (const SeatTiming::Slow& slow : timing.slowest)
    slowest.push_back({slow.time, trial.table.variant, trial.table.number, slow.question});
  std::stable_sort(slowest.begin(), slowest.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
  slowest.resize(std::min(slowest.size(), kSlowestKept));
}

}  // namespace arena
