#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace arena {

// Also for the launcher, which does without exceptions.

/// Most descriptors that one message carries.
inline constexpr std::size_t kDescriptorsMax = 2;

/// Sends the bytes and, with their first, these descriptors through a Unix socket: 1 to kDescriptorsMax (unix(7),
/// SCM_RIGHTS). Returns how many bytes were taken; -1 with errno.
ssize_t send_with_descriptors(int socket, std::string_view bytes, std::span<const int> descriptors);

/// Receives bytes and, where they come with exactly that many, descriptors, close-on-exec; else these become -1. `flags`
/// as for recv(2). Returns how many bytes came; -1 with errno.
ssize_t receive_with_descriptors(int socket, std::span<char> bytes, std::span<int> descriptors, int flags);

/// A descriptor for a process, close-on-exec; -1 with errno. Unlike a pid it never comes to mean another process.
int open_pidfd(pid_t pid);

/// A signal to the process behind the descriptor, whatever its namespaces.
void signal_pidfd(int pidfd, int signal);

/// Waits until the process has ended, at most that long. True when it has.
bool wait_pidfd(int pidfd, int milliseconds);

/// Takes a child off the kernel's table, which is killed when it has not ended after that time.
void reap_pidfd(int pidfd, int milliseconds);

}  // namespace arena
