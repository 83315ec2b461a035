#pragma once

#include <cstddef>

namespace simulation {

#ifdef HEARTS_THREAD_SANITIZER
inline constexpr bool kCountsMemory = false;  ///< the thread sanitizer lets nobody replace its operator new
#else
inline constexpr bool kCountsMemory = true;
#endif

/// Bytes that operator new has given and that were not given back, now and at most since the last call of
/// begin_peak(). Of the whole program. 0 where memory is not counted.
std::size_t bytes_in_use();
std::size_t peak_bytes();
void begin_peak();

}  // namespace simulation
