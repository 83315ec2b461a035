#pragma once

#include "arena/bots/process/process_meters.h"

namespace arena {

/// Returns the clock of this thread. It measures when the arena could not run although it had to: its thread waited for
/// a processor, or the whole arena was stopped (Ctrl-Z) and continued. No bot is charged for that time.
///
/// Each thread has its own object, which only that thread may use. The first call installs a handler for SIGCONT.
WaitClock& pauses_of_this_thread();

}  // namespace arena
