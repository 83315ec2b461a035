#pragma once

#include <string>
#include <vector>

namespace arena {

/// The processors that this process may use.
std::vector<int> usable_cores();

/// Binds the calling thread, and all that it starts later, to one of them, counted round from the last. A wake-up
/// across cores costs five times one on the same core. False where it cannot be done.
bool pin_to_one_core(int number);

/// How many bots this machine can keep alive at once, 6 to 4096, while it has the memory: by the descriptors that this
/// process may open, and the threads and processes that it may start. Raises its soft limit of descriptors to the hard
/// one.
int bearable_processes();

/// How many it keeps alive although memory is short, perhaps by others: 6 to 4096, 32 MB each in a quarter of it all.
int bearable_when_short();

/// Of the memory that this process and its bots may have less than a quarter is left.
bool memory_is_short();

/// A sentence for when this process may not open the descriptors of so many games at once; empty if it may.
std::string too_few_descriptors(int workers);

/// Memory that this process and its bots may have, in MB: of the machine, without swap, or of a control group around it.
long machine_memory_mb();

}  // namespace arena
