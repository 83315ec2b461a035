#pragma once

#include <sys/syscall.h>
#include <unistd.h>

namespace arena {

/// The first version of Landlock that keeps signals and abstract sockets inside.
inline constexpr int kLandlockScopes = 6;

/// The version of Landlock that this kernel has; 0: none.
inline int landlock_version() {
  constexpr unsigned kVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

}  // namespace arena
