#pragma once

#include <vector>

namespace arena {

/// The processors that this process may use.
std::vector<int> usable_cores();

/// Binds the calling thread, and all that it starts later, to one of them, counted round from the last. A wake-up
/// across cores costs five times one on the same core. False where it cannot be done.
bool pin_to_one_core(int number);

}  // namespace arena
