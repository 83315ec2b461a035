#pragma once

#include <optional>

namespace arena {

/// Binds the calling thread, and all that it starts later, to one of the processors it may use: the last. A wake-up
/// across cores costs five times one on the same core. Returns the processor; nothing where it cannot be done.
std::optional<int> pin_to_one_core();

}  // namespace arena
