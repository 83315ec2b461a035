#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace arena {

struct Manifest;

/// Returns the numbers of the processors that this process may use, ascending. It is empty if they cannot be
/// determined.
std::vector<int> usable_cores();

/// Binds the calling thread, and all threads and processes that it starts later, to one processor. Thread 0 gets the
/// processor on which this function was first called: the kernel put the process there because nothing else,
/// such as another arena, kept that processor busy. Thread 1 gets the next processor, and so on in a circle.
///
/// A bot then runs on the processor of the thread that asks it, since waking a process on another core takes five times
/// as long as on the same one. The thread lets the bot go first. Returns false if the thread cannot be bound.
bool pin_to_one_core(int number);

/// How many bots are kept alive at the same time. Bots at tables count, but they always get the processes that they
/// need.
struct ProcessBounds {
  /// The most bots that are kept alive.
  int most = 256;
  /// The same while memory is short. Idle bots beyond this number are ended.
  int most_when_short = 6;
  std::function<bool()> memory_is_short = {};  ///< if empty, memory is never short
};

/// Returns how many bot processes this machine can bear: 6 to 4096, as the limits on descriptors, threads and processes
/// of this process allow; `keeps_logs` says whether what bots leave is kept. Raises the soft limit on descriptors to
/// the hard one.
///
/// Memory is short while less than a quarter is left of what this process and its bots may use. Something else may have
/// used it, so some bots are kept alive even then: as many as fit into a quarter of all memory at 32 MB each.
ProcessBounds bearable_processes(bool keeps_logs = false);

/// Returns a warning if this process may not open enough descriptors for `workers` games at the same time; otherwise
/// nothing. `keeps_logs` is as above.
std::optional<std::string> too_few_descriptors(int workers, bool keeps_logs = false);

/// Returns a warning if the bots of all tables together may use more memory than the machine has; otherwise nothing.
std::optional<std::string> memory_warning(const Manifest& manifest, int workers, long machine_mb);

/// Returns a warning if the bots of all tables together may have more threads and processes than can be started. `free`
/// is how many more can be started; nothing means that there is no limit.
std::optional<std::string> tasks_warning(const Manifest& manifest, int workers, std::optional<long long> free);

/// Returns whether `workers` games at the same time share processors, because this process may use fewer of them.
/// Returns false if their number is unknown.
bool shares_processors(int workers);

/// Returns a warning if games share processors; otherwise nothing.
std::optional<std::string> processors_warning(const Manifest& manifest, int workers);

/// Returns an error message if not even bots with one thread each can all be started; otherwise nothing.
std::optional<std::string> too_few_tasks(const Manifest& manifest, int workers, std::optional<long long> free);

/// Returns how many bytes this process may still write to the disk of a folder, or nothing if that cannot be found out.
std::optional<std::uint64_t> free_disk_bytes(const std::filesystem::path& folder);

/// Returns how much memory this process and its bots may use, in MB: that of the machine without swap, or that of its
/// control group if that is less.
long machine_memory_mb();

}  // namespace arena
