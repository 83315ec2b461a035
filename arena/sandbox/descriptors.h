#pragma once

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <span>
#include <string_view>
#include <utility>

#include "arena/text/system_failure.h"

namespace arena {

/// A descriptor that closes itself.
class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int fd) : fd_(fd) {}
  OwnedFd(OwnedFd&& other) noexcept : fd_(other.release()) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~OwnedFd() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

/// A pipe, close-on-exec: the end to read from, the end to write to. Throws std::system_error. Inline, as is the next
/// one: the launcher does without the code of exceptions.
inline std::pair<OwnedFd, OwnedFd> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_errno("pipe");
  return {OwnedFd(ends[0]), OwnedFd(ends[1])};
}

/// Throws std::system_error.
inline void set_nonblocking(const OwnedFd& fd) {
  if (::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK) != 0) throw_errno("fcntl");
}

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
