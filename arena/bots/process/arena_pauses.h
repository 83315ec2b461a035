#pragma once

#include "arena/bots/process/process_meters.h"

namespace arena {

/// Measures when the arena could not run although it had to: its thread waited for a processor (since the thread began),
/// or the whole arena was stopped (Ctrl-Z) and continued. No bot pays for that time. There is one object for each thread,
/// for that thread only. From the first one on the process notices SIGCONT.
WaitClock& pauses_of_this_thread();

}  // namespace arena
