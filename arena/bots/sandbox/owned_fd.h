#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "arena/base/text/system_failure.h"

namespace arena {

/// Owns a descriptor and closes it. -1 stands for none.
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
  /// The descriptor, which stays this object's.
  [[nodiscard]] int get() const { return fd_; }
  /// Gives the descriptor up: the caller closes it.
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

/// Makes a pipe, close-on-exec. Returns the end to read from and the end to write to. Throws std::system_error.
[[nodiscard]] inline std::pair<OwnedFd, OwnedFd> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_errno("pipe");
  return {OwnedFd(ends[0]), OwnedFd(ends[1])};
}

/// Makes reads and writes return immediately (EAGAIN) where they would wait. Throws std::system_error.
inline void set_nonblocking(const OwnedFd& fd) {
  if (::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK) != 0) throw_errno("fcntl");
}

}  // namespace arena
