#pragma once

#include <chrono>

namespace arena {

/// Monotonic time; every deadline is such a point.
using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;

inline TimePoint now() { return std::chrono::steady_clock::now(); }

/// Converts to whole milliseconds, rounded down.
constexpr std::chrono::milliseconds to_ms(Duration time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time);
}
/// Converts to whole microseconds, rounded down.
constexpr std::chrono::microseconds to_us(Duration time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(time);
}

}  // namespace arena
