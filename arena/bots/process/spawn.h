#pragma once

#include <memory>
#include <optional>

#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// How long the kernel may take to tear a killed sandbox down before the outermost process is killed too.
inline constexpr int kTearDownMs = 2000;

/// The arena's ends of a process it has started.
struct SpawnedBot {
  OwnedFd pidfd;    ///< of the outermost process
  OwnedFd in;       ///< to the bot's stdin, non-blocking
  OwnedFd out;      ///< from its stdout, non-blocking
  OwnedFd err;      ///< from its stderr and the launcher's, non-blocking
  OwnedFd control;  ///< socket to the launcher: reports come in, closing it ends the bot
  /// To be kept until the outermost process has been waited for; null below Isolation::full.
  std::unique_ptr<Cgroup> group;
  std::optional<long long> killed_before;  ///< processes_killed_for_memory() before it began; for one without a group
  bool may_kill_itself = true;
};

/// Starts a bot through the launcher. Nothing but its own pipes reaches the child, which has kUnprivilegedId before it
/// runs anything when the arena is root. Throws std::system_error naming the call that failed.
SpawnedBot spawn_bot(const Sandbox& sandbox, const BotCommand& bot);

}  // namespace arena
