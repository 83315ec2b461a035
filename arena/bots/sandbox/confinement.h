#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace arena {

/// What the arena tells arena-launcher before the bot starts, in the first message on the control socket.
/// `filter_length` instructions of BPF follow it, then `path_bytes` of path rules, then `mount_bytes` of mounts, then a
/// byte that brings the bot's stdin and stdout. Both programs are built from this header and never mixed.
struct LaunchOrder {
  std::uint64_t data_bytes = 0;    ///< of private writable memory a process; 0: not bounded
  std::uint64_t file_bytes = 0;    ///< of one file
  std::uint64_t memory_bytes = 0;  ///< what the bot is told that the machine has
  std::uint64_t tmp_bytes = 0;     ///< the size of its /tmp, where it has namespaces
  std::uint32_t files = 0;         ///< open descriptors a process
  std::uint32_t tasks = 0;       ///< processes and threads of the user, of those in the sandbox where it has namespaces
  std::uint32_t confined = 0;    ///< 1: Landlock and the filter are asked for
  std::uint32_t path_bytes = 0;  ///< rules, each a PathRule and a path that ends in NUL
  std::uint32_t filter_length = 0;
  /// Where it has namespaces, paths that end in NUL: the sandbox's root folder, the bot's, system folders that are to be
  /// mounted at their own place; 0: without.
  std::uint32_t mount_bytes = 0;
  std::uint32_t refused = 0;  ///< errno, of a command that cannot be run; 0: run it
  std::uint32_t several = 0;  ///< 1: the bot may have several processes, which the launcher stops and continues
};

/// What the arena tells arena-launcher later, a byte each: to stop or continue every process of the bot.
enum LaunchWord : char { kStopAll = 's', kContinueAll = 'c' };

/// What a path rule allows beneath a path. All else is denied.
enum PathRule : char {
  kReadPath = 'r',    ///< read, list, execute
  kListPath = 'l',    ///< list a folder
  kDevicePath = 'd',  ///< read and write a file
  kWritePath = 'w',   ///< everything but devices and execution
  kBuildPath = 'b',   ///< everything but devices
};

/// Most bytes that may follow a LaunchOrder.
inline constexpr std::uint32_t kOrderBytesMax = 64 << 10;

/// Stands in the filter where the bot's own pid is to stand: nobody knows it before the fork.
inline constexpr std::uint32_t kOwnPid = 0x7EA57B07;

/// A bot's stack may grow so far: a growing stack is no data.
inline constexpr std::uint64_t kStackMax = 64 << 20;

/// The first version of Landlock that keeps signals and abstract sockets inside.
inline constexpr int kLandlockScopes = 6;

/// The version of Landlock that this kernel has; 0: none.
inline int landlock_version() {
  constexpr unsigned kVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

// What the bot's process imposes on itself before it becomes the bot. Each returns what failed, with errno, or null.

/// Limits that the bot inherits and cannot raise.
const char* impose_limits(const LaunchOrder& order);

/// Landlock, as far as this kernel has it: only beneath these paths (the rules of a LaunchOrder), no network, no
/// signals to others. Needs no_new_privs.
const char* impose_landlock(const char* rules, std::uint32_t bytes);

/// The filter, kOwnPid in it replaced by this process's pid. Needs no_new_privs.
const char* impose_filter(void* instructions, std::uint32_t length);

}  // namespace arena
