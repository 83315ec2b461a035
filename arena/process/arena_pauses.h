#pragma once

#include "arena/process/steady_time.h"
#include "arena/sandbox/descriptors.h"

namespace arena {

/// When the arena could not run although it had to: its thread waited for a processor, or the whole arena was stopped
/// (Ctrl-Z) and continued. No bot pays for that. One for each thread.
class ArenaPauses {
 public:
  /// From the first one on the process notices SIGCONT.
  static ArenaPauses& of_this_thread();

  /// How long this thread has waited for a processor, since it began.
  std::chrono::nanoseconds run_delay() const;
  /// A question is written now. Reads the delay if that was not done in the last ten milliseconds.
  void mark(TimePoint now);
  /// How long this thread has waited for a processor since mark(), or up to ten milliseconds longer.
  Duration starved() const { return run_delay() - marked_delay_; }
  /// When the arena was last continued after it had been stopped; the clock's epoch if never.
  static TimePoint continued_at();

 private:
  ArenaPauses();

  OwnedFd schedstat_;
  TimePoint marked_at_;
  std::chrono::nanoseconds marked_delay_{};
};

}  // namespace arena
