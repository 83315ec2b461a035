#pragma once

#include <linux/filter.h>

#include <vector>

namespace arena {

/// What bots may ask of the kernel beyond what all may.
struct SyscallRights {
  bool processes = false;      ///< to start other processes, and so to have SIGKILL sent to any of its own
  bool signal_others = false;  ///< signals to other processes: where it has some, and cannot see those of others
  bool change_files = false;   ///< what Landlock, all versions of it, does not watch: modes, times, lengths
  bool lock_files = false;     ///< flock(2): for builds alone, since bots could talk by locks on files that all see
  auto operator<=>(const SyscallRights&) const = default;
};

/// The filter for a bot: a list of the calls that programs need. All others fail with EPERM; those that are newer than
/// the list, or that programs know to do without, with ENOSYS, so that they do without. In it kOwnPid stands for the
/// bot's pid. Made once for each kind. Throws std::runtime_error when libseccomp cannot make it.
const std::vector<sock_filter>& syscall_filter(SyscallRights rights);

}  // namespace arena
