#pragma once

#include <stdbool.h>

/// Returns a descriptor that becomes readable (signalfd(2)) when a child of this process ends and, if `stops`, when one
/// stops. The arena itself stops a bot of one process, which need not wake its launcher. Returns -1 with errno if that
/// fails.
int watch_children(bool stops);

/// Has the kernel continue this process when its parent dies, if it is stopped then: to notice, it must run. The kernel
/// forgets this when the process changes its ids.
void continue_when_parent_dies(void);

// The other functions act on all processes of the bot. If the caller is pid 1 of a pid namespace, these are the other
// processes of the namespace; otherwise they are its descendants.

/// Stops them. It may miss a process whose parent ends at that moment. The launcher therefore calls it again when it
/// learns that the parent has ended, or that the bot has stopped.
void stop_all(void);

/// Lets them continue.
void continue_all(void);

/// Kills and reaps them. Returns how many of them SIGKILL ended.
int kill_all(void);
