#pragma once

#include <fcntl.h>
#include <sys/file.h>

#include <string>

#include "arena/bots/sandbox/owned_fd.h"
#include "tests/catch.h"

namespace processes {

/// While it lives, no other test has the lock of this name: tests that share something of the machine run one by one.
class MachineLock {
 public:
  explicit MachineLock(const std::string& name)
      : file_(::open((HEARTS_BINARY_DIR "/" + name + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
    REQUIRE(::flock(file_.get(), LOCK_EX) == 0);
  }

 private:
  arena::OwnedFd file_;
};

/// The lock of tests that drop the kernel's caches, or rely on what is in them. A file of /proc is a new one after
/// that, and Landlock then denies it to bots that have started before.
inline constexpr const char* kKernelCaches = "kernel_caches";

}  // namespace processes
