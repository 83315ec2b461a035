#pragma once

// Passes descriptors between processes, and refers to processes by descriptors. The launcher uses it, too, so it is C.

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
namespace arena {
extern "C" {
#endif

/// Most descriptors that one message carries.
enum { kDescriptorsMax = 6 };

/// Sends the bytes through a Unix socket, and `count` descriptors with the first of them: 1 to kDescriptorsMax
/// (unix(7), SCM_RIGHTS). Returns how many bytes were sent, or -1 with errno.
ssize_t send_with_descriptors(int socket, const void* bytes, size_t size, const int* descriptors, size_t count);

/// Receives bytes and the descriptors that come with them, close-on-exec. There must be room for all, up to `count`;
/// the rest of `descriptors` becomes -1. `flags` are those of recv(2). Returns how many bytes came, or -1 with errno.
/// If this process cannot open all of the descriptors, it gets none of them, and the bytes are lost (EMFILE).
ssize_t receive_with_descriptors(int socket, void* bytes, size_t size, int* descriptors, size_t count, int flags);

/// Returns a descriptor for a process, close-on-exec, or -1 with errno. Unlike a pid it never comes to mean another
/// process. The caller closes it.
int open_pidfd(pid_t pid);

/// Sends a signal to the process, in whatever namespaces it is. A process that has ended is left alone.
void signal_pidfd(int pidfd, int signal);

/// Sends a signal to every process of the group that this process leads, even after the process has ended. Before Linux
/// 6.9 only the process itself gets it.
void signal_group(int pidfd, int signal);

/// Whether signal_group() reaches the whole group on this kernel.
bool can_signal_groups(void);

/// Waits until the process has ended, but no longer than this. Returns whether it has.
bool wait_pidfd(int pidfd, int milliseconds);

/// Waits until the process has ended. If it has not after that time, it is killed, and waited for once more.
void end_pidfd(int pidfd, int milliseconds);

/// Ends a child in the same way, and reaps it.
void reap_pidfd(int pidfd, int milliseconds);

#ifdef __cplusplus
}  // extern "C"
}  // namespace arena
#endif
