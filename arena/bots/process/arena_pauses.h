#pragma once

#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// Measures when the arena could not run although it had to: its thread waited for a processor, or the whole arena was
/// stopped (Ctrl-Z) and continued. No bot pays for that time. There is one object for each thread, for that thread only.
class ArenaPauses final : public WaitClock {
 public:
  /// From the first one on the process notices SIGCONT.
  static ArenaPauses& of_this_thread();

  /// The clock's epoch if it never was.
  TimePoint continued_at() const override;
  /// Since the thread began.
  Duration starved() const override;

 private:
  ArenaPauses();

  OwnedFd schedstat_;
};

}  // namespace arena
