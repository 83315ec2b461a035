#pragma once

#include "arena/process/process_meters.h"
#include "arena/sandbox/owned_fd.h"

namespace arena {

/// When the arena could not run although it had to: its thread waited for a processor, or the whole arena was stopped
/// (Ctrl-Z) and continued. No bot pays for that. One for each thread.
class ArenaPauses final : public WaitClock {
 public:
  /// From the first one on the process notices SIGCONT.
  static ArenaPauses& of_this_thread();

  /// How long this thread has waited for a processor, since it began.
  std::chrono::nanoseconds run_delay() const;

  /// The clock's epoch if it never was.
  TimePoint continued_at() const override;
  /// Reads the delay if that was not done in the last ten milliseconds.
  Duration starved_before(TimePoint now) override;
  Duration starved() override { return run_delay(); }

  /// Yields the processor of this thread once to those that wait for it, as a bot does that was asked: that costs less
  /// than a wait for its answer. Returns false, and does nothing, where a yield has lasted long of late: a bot thinks
  /// here, or others compute, and a thread that yields to them each time would lose its share.
  bool yield_processor();

 private:
  ArenaPauses();

  OwnedFd schedstat_;
  TimePoint marked_at_;
  std::chrono::nanoseconds marked_delay_{};
  int yields_left_out_ = 0;  ///< how many more of them are left out
};

}  // namespace arena
