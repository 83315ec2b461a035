#pragma once

#include <cstddef>

namespace simulation {

/// Bytes that operator new has given and that were not given back, now and at most since the last call of
/// begin_peak(). Of the whole program.
std::size_t bytes_in_use();
std::size_t peak_bytes();
void begin_peak();

}  // namespace simulation
