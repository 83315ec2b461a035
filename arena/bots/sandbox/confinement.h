#pragma once

// Restrictions that a process imposes on itself and cannot take back: Landlock and the system-call filter. The launcher
// imposes them on a bot, so this is C. The arena imposes them on the process that unpacks a stranger's archive.
//
// Both impose_ functions need no_new_privs (prctl(2)). They return null, or words that say what failed; errno then has
// the reason.

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __cplusplus
namespace arena {
extern "C" {
#endif

/// The first version of Landlock that keeps signals and abstract sockets inside.
enum { kLandlockScopes = 6 };

/// Returns the version of Landlock that this kernel has, or 0 if it has none.
static inline int landlock_version(void) {
  const long version = syscall(SYS_landlock_create_ruleset, (void*)0, 0, 1);  // LANDLOCK_CREATE_RULESET_VERSION
  return version < 0 ? 0 : (int)version;
}

/// Imposes Landlock as far as this kernel has it: access to files only by these rules, no network, no signals to
/// others. The `bytes` of `rules` have the form of those that follow a LaunchOrder. A path that does not exist is left
/// out.
const char* impose_landlock(const char* rules, uint32_t bytes);

/// Replaces kOwnPid in a filter of `length` instructions (struct sock_filter) by this process's pid, and imposes it.
const char* impose_filter(void* instructions, uint32_t length);

#ifdef __cplusplus
}  // extern "C"
}  // namespace arena
#endif
