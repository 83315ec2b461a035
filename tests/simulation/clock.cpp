#include "tests/simulation/clock.h"

namespace simulation {
namespace {

thread_local const arena::test::FakeClock* clock_of_thread = nullptr;

}  // namespace

void set_clock_of_thread(const arena::test::FakeClock* clock) { clock_of_thread = clock; }

std::optional<std::chrono::nanoseconds> simulated_now() {
  if (clock_of_thread == nullptr) return std::nullopt;
  return clock_of_thread->now.time_since_epoch();
}

}  // namespace simulation
