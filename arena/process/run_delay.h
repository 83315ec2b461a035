#pragma once

#include <chrono>

namespace arena {

/// How long a thread has been ready to run while no processor was free, of its open /proc/.../schedstat. 0 where the
/// kernel does not tell.
std::chrono::nanoseconds read_run_delay(int schedstat);

}  // namespace arena
