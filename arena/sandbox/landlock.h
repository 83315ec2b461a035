#pragma once

namespace arena {

/// The version of Landlock that this kernel has; 0: none. From 6 on it also bounds signals.
int landlock_version();

/// The first version that keeps signals and abstract sockets inside.
inline constexpr int kLandlockScopes = 6;

}  // namespace arena
