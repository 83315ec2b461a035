#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "arena/sandbox/launch_order.h"

namespace arena {

/// The first version of Landlock that keeps signals and abstract sockets inside.
inline constexpr int kLandlockScopes = 6;

/// The version of Landlock that this kernel has; 0: none.
inline int landlock_version() {
  constexpr unsigned kVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

/// What a launcher imposes on the bot's process, which calls these before it becomes the bot. Each returns the name of
/// what failed, with errno, or null.

/// Limits that the bot inherits and cannot raise.
const char* impose_limits(const LaunchOrder& order);

/// Landlock, as far as this kernel has it: only beneath these paths, no network, no signals to others. `rules` is as in
/// a LaunchOrder. Needs no_new_privs.
const char* impose_landlock(const char* rules, std::uint32_t bytes);

/// The filter, kOwnPid in it replaced by this process's pid. Needs no_new_privs.
const char* impose_filter(void* instructions, std::uint32_t length);

}  // namespace arena
