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

/// How long a thread has waited for a processor, by its open /proc/.../schedstat; 0 where the kernel does not say.
std::chrono::nanoseconds read_run_delay(int schedstat);

/// A bot's own process, observed through its pidfd and /proc from outside its namespaces. Each figure is checked against
/// the pidfd, so none is ever of a later process with the same pid. One thread at a time.
class LiveProcess {
 public:
  /// None: all figures are 0.
  LiveProcess() = default;
  explicit LiveProcess(OwnedFd pidfd);

  bool known() const { return pidfd_.get() >= 0; }
  /// Its threads have all ended, whether its parent knows that yet or not. True also of one that is not known.
  bool gone() const;
  /// Of all its threads, not of its children. Once it has gone: what was read last. Takes less than a microsecond.
  std::chrono::nanoseconds cpu_time();
  /// How long its first thread has been ready to run while no processor was free. Takes less than a microsecond.
  std::chrono::nanoseconds run_delay();
  /// How long its threads have waited so, summed from call to call. Each call adds what all threads have waited since the
  /// last one, but at most twice what the longest waiting one has: threads that hand work to each other wait one after
  /// the other, but threads that work side by side wait at the same time. Takes a microsecond for one thread, and ten or
  /// more for several.
  std::chrono::nanoseconds threads_delay();
  /// How long the first thread of its parent, which is its launcher, has waited so.
  std::chrono::nanoseconds parent_delay();
  /// Most memory it ever had, in KiB; 0 once it has gone.
  long peak_kb() const;
  /// It is stopped now, and not frozen.
  bool stopped() const;
  /// A thread of it runs or is ready to.
  bool wants_processor() const;
  /// What it waits for, by a look at each thread. Unknown where the kernel does not say, and while it has child processes,
  /// which may bring what it waits for.
  WaitsFor waits_for() const;
  /// Bytes that it has read and written, those of pages that it was given, and of its memory at its peak; 0 where the
  /// kernel does not tell, while it has child processes, and once it has gone.
  std::uint64_t progress() const;

  /// Binds all its threads to the processors that this thread is bound to, where that can be done.
  void run_where_this_thread_does() const;

  /// Stops it, or lets it go on.
  void set_frozen(bool frozen);
  /// Somebody else does it. False: it is so already, or there is no process.
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
  Delays delays_;                                                          // as of the last look
  Delays delays_now_;                                                      // of the look under way
  std::chrono::nanoseconds threads_delay_{};
  pid_t parent_ = 0;  ///< 0: not looked up
  std::chrono::nanoseconds parent_delay_{};
  bool frozen_ = false;
};

}  // namespace arena
