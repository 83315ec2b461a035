#pragma once

#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/owned_fd.h"

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

 private:
  ArenaPauses();

  OwnedFd schedstat_;
  TimePoint marked_at_;
  std::chrono::nanoseconds marked_delay_{};
};

}  // namespace arena
