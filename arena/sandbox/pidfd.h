#pragma once

#include <sys/types.h>

namespace arena {

/// A descriptor for a process, close-on-exec; -1 with errno. Unlike a pid it never comes to mean
/// another process.
int open_pidfd(pid_t pid);

/// A signal to the process behind the descriptor, whatever its namespaces.
void signal_pidfd(int pidfd, int signal);
/// SIGKILL to it.
void kill_pidfd(int pidfd);

/// Waits until the process has ended, at most that long. True when it has.
bool wait_pidfd(int pidfd, int milliseconds);

/// Takes the ended process off the kernel's table.
void reap_pidfd(int pidfd);

}  // namespace arena
