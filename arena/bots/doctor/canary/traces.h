#pragma once

#include <cstdint>

namespace arena {

// A process can leave traces in the kernel that a later process finds. The canary leaves 64 bits by each known way, and
// a later canary tries to find them. Half of the bits are 1. Both are given the same seed, from which the bits follow,
// and the same time, in seconds since 1970, when the first of them starts.

/// Leaves the bits, and uses up what the kernel counts by user.
void leave_traces(std::uint64_t seed, std::int64_t since);

/// Looks for the bits and writes a line for each way: NAME RIGHT BITS, how many of the bits it read rightly. A canary
/// that guesses is right half of the time. For what the kernel counts by user it is 1 of 1 if some of it is still used
/// up. Returns false if nobody reads the lines.
bool find_traces(std::uint64_t seed, std::int64_t since);

}  // namespace arena
