#pragma once

#include <sys/types.h>

#include <filesystem>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// A small process beside the arena that outlives it. When the arena has gone, however it went, the reaper removes
/// what an orderly end would have removed: folders, and control groups with what may still run in them.
class Reaper {
 public:
  /// Forks: to be made before any thread is. Throws std::system_error.
  Reaper();
  /// Lets it look for what is left, and waits until it has gone.
  ~Reaper();
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;

  /// This folder, with all that is in it, is not to be left behind.
  void watch_folder(const std::filesystem::path& folder) const;
  /// This control group and those in it are not to be left behind.
  void watch_group(const std::filesystem::path& group) const;
  pid_t pid() const { return pid_; }

 private:
  void tell(char kind, const std::filesystem::path& path) const;

  pid_t pid_ = -1;
  OwnedFd pipe_;
};

}  // namespace arena
