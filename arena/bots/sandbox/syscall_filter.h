#pragma once

#include <linux/filter.h>

#include <vector>

namespace arena {

/// The system calls that a bot may make beyond those that all bots may.
struct SyscallRights {
  bool processes = false;      ///< start other processes, and send SIGKILL to any of its own
  bool signal_others = false;  ///< send signals to other processes; only where those of others are out of reach
  bool change_files = false;   ///< change modes, times and lengths of files, which not every Landlock watches
  bool change_modes = false;   ///< change modes and times of files, which no Landlock restricts
  bool lock_files = false;     ///< flock(2); for builds only, since bots could communicate by locks on shared files
  auto operator<=>(const SyscallRights&) const = default;
};

/// Returns the system-call filter for bots with these rights: a list of the calls that programs need. Every other call
/// fails with EPERM. Calls that are newer than the list, or that programs can do without, fail with ENOSYS, which makes
/// programs use another call. kOwnPid (launcher/launch_order.h) stands for the bot's pid.
///
/// Each filter is made once and lives until the program ends. Any thread may call this. Throws std::runtime_error when
/// libseccomp cannot make the filter.
const std::vector<sock_filter>& syscall_filter(SyscallRights rights);

}  // namespace arena
