#pragma once

#include <chrono>
#include <optional>

#include "tests/unit/game/table/fake_channel.h"

namespace simulation {

/// From now on the monotonic clock of this thread is that one, which must outlast the thread or be taken away again
/// with a null pointer.
void set_clock_of_thread(const arena::test::FakeClock* clock);

/// Time since the clock's epoch; nothing where the thread's clock is the real one.
std::optional<std::chrono::nanoseconds> simulated_now();

}  // namespace simulation
