#pragma once

#include <sys/types.h>

#include <filesystem>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// A small process beside the arena that outlives it. When the arena has ended, even by SIGKILL, the reaper removes
/// what an orderly end would have removed: folders, and control groups with the processes that may still run in them.
///
/// The two are connected by a pipe. The arena writes into it what is to be removed, and the end of the pipe tells the
/// reaper that the arena has ended; until then the reaper sleeps. It leaves the arena's session and ignores stop
/// signals, so that what ends the arena does not end the reaper. Any thread may call the functions.
class Reaper {
 public:
  /// Forks, so no other thread may be running yet. Throws std::system_error.
  Reaper();
  /// Closes the pipe, so that the reaper removes what is left, and waits for its end.
  ~Reaper();

  /// Has a staging folder removed with all that is in it. Throws std::system_error.
  void watch_folder(const std::filesystem::path& folder) const;
  /// Has a control group removed, with the groups in it, once all their processes are killed. Throws std::system_error.
  void watch_group(const std::filesystem::path& group) const;

 private:
  void send(char kind, const std::filesystem::path& path) const;

  pid_t pid_ = -1;
  OwnedFd pipe_;
};

}  // namespace arena
