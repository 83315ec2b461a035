#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace arena {

struct Manifest;

/// The processors that this process may use.
std::vector<int> usable_cores();

/// Binds the calling thread, and all that it starts later, to one of them. They are counted round from the one where
/// this was first called: the kernel has put the process there since little else ran there, such as another arena. A
/// wake-up across cores costs five times one on the same core. There the thread makes way for a bot that it asks. False
/// where it cannot be bound.
bool pin_to_one_core(int number);

/// How many bots are kept alive at once, those at tables included; these have as many as they need in any case.
struct ProcessBounds {
  int most = 256;
  int most_when_short = 6;                     ///< where memory is short: those at no table make room for others
  std::function<bool()> memory_is_short = {};  ///< empty: it never is
};

/// Returns how many processes this machine bears: 6 to 4096, by the descriptors that this process may open, and the
/// threads and processes that it may start. Memory is short while less than a quarter is left of what this process and
/// its bots may have. Others may have used it, so some bots are kept alive even then: as many as fit into a quarter of all
/// memory at 32 MB each. Raises the soft limit of descriptors to the hard one.
ProcessBounds bearable_processes();

/// A sentence for when this process may not open the descriptors of so many games at once; nothing if it may.
std::optional<std::string> too_few_descriptors(int workers);

/// A sentence for when the bots of all tables together may take more memory than the machine has; nothing if not.
std::optional<std::string> memory_warning(const Manifest& manifest, int workers, long machine_mb);

/// The same for threads and processes, of which `free` more may be started; nothing: as many as one likes.
std::optional<std::string> tasks_warning(const Manifest& manifest, int workers, std::optional<long long> free);

/// A sentence for when not even the bots with one thread each can all be started; nothing if they can.
std::optional<std::string> too_few_tasks(const Manifest& manifest, int workers, std::optional<long long> free);

/// Memory that this process and its bots may have, in MB: of the machine, without swap, or of a control group around it.
long machine_memory_mb();

}  // namespace arena
