#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// Reads from an open /proc/.../schedstat how long a thread has waited for a processor. Returns 0 if the kernel does
/// not say.
std::chrono::nanoseconds read_run_delay(int schedstat);

/// A bot's own process, observed through its pidfd and /proc from outside its namespaces. Each figure is checked
/// against the pidfd, so none is ever of a later process with the same pid. One thread at a time may use it.
class LiveProcess {
 public:
  /// No process: all figures are 0.
  LiveProcess() = default;
  explicit LiveProcess(OwnedFd pidfd);

  /// Whether this object has a process.
  bool is_known() const { return pidfd_.get() >= 0; }
  /// Whether all its threads have ended, even if its parent does not know yet. Also true if there is no process.
  bool has_ended() const;
  /// Returns the processor time of all its threads, without its children; once it has ended, what was read last. Takes
  /// less than a microsecond.
  std::chrono::nanoseconds cpu_time();
  /// Returns how long its first thread has been ready to run while no processor was free. Takes less than a
  /// microsecond.
  std::chrono::nanoseconds run_delay();
  /// Returns how long all its threads have been ready to run while no processor was free.
  ///
  /// The sum grows from call to call. Each call adds what all threads have waited since the last call, but at most
  /// twice the longest of these waits: threads that hand work to each other wait one after the other, but threads that
  /// work side by side wait at the same time. Takes a microsecond for one thread, and ten or more for several.
  std::chrono::nanoseconds threads_delay();
  /// Returns the same for the first thread of its parent, which is its launcher.
  std::chrono::nanoseconds parent_delay();
  /// Returns the most memory it ever had, in KiB, or 0 once it has ended.
  long peak_kb() const;
  /// Whether a signal has stopped it, rather than set_frozen().
  bool stopped() const;
  /// Whether one of its threads runs or is ready to.
  bool wants_processor() const;
  /// Looks at each thread and returns what the process waits for. Returns WaitsFor::unknown if the kernel does not say,
  /// or while the process has children, since these may bring what it waits for.
  WaitsFor waits_for() const;
  /// Returns the sum of the bytes that it has read and written, of the pages that it was given, and of its peak memory.
  /// Returns 0 if the kernel does not say, while the process has children, and once it has ended.
  std::uint64_t progress() const;

  /// Binds all its threads to the processors that this thread is bound to, if that is possible.
  void run_where_this_thread_does() const;

  /// Kills it, if there is one and it has not ended.
  void kill() const;
  /// Stops or continues it, with all processes that are still in its group.
  void set_frozen(bool frozen);
  /// Notes that somebody else stops or continues it. Returns false if it is in that state already, or if there is no
  /// process.
  bool note_frozen(bool frozen);

 private:
  bool has_one_thread() const;
  bool may_have_children() const;
  bool may_poll_others() const;
  std::vector<pid_t> threads() const;
  std::string file_of(pid_t thread) const;
  char state(pid_t thread) const;

  OwnedFd pidfd_;
  OwnedFd schedstat_;
  OwnedFd tasks_;  ///< the folder of its threads
  pid_t pid_ = 0;
  clockid_t clock_ = 0;
  std::chrono::nanoseconds cpu_time_{};
  std::chrono::nanoseconds run_delay_{};
  using Delays = std::vector<std::pair<pid_t, std::chrono::nanoseconds>>;  // by thread
  Delays delays_;                                                          // at the last reading
  Delays delays_now_;                                                      // of the reading in progress
  std::chrono::nanoseconds threads_delay_{};
  pid_t parent_ = 0;  ///< 0 until it is looked up
  std::chrono::nanoseconds parent_delay_{};
  bool frozen_ = false;
};

}  // namespace arena
