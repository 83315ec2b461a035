#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "arena/base/text/line_cutter.h"
#include "arena/bots/process/live_process.h"
#include "arena/bots/process/process_meters.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// How long the kernel may take to tear a killed sandbox down before the outermost process is killed too.
inline constexpr int kTearDownMs = 2000;

/// What the launcher says of the bot over the control socket: that it runs, and how it ended.
struct LauncherReports {
  /// Takes what is there, without waiting. False when nothing more will come.
  bool read(int control);
  /// The kernel's word that memory ran out is the true cause, whichever of the group's processes it killed.
  void settle(ProcessEnd::Kind kind, std::string_view figures = {});

  /// The bot's own, to be kept until the outermost process has been waited for; null below Isolation::full.
  std::unique_ptr<Cgroup> group;
  std::optional<long long> killed_before;  ///< processes_killed_for_memory() before it began; for one without a group
  bool may_kill_itself = true;
  long memory_kb = 0;  ///< that it may have
  bool ended_by_arena = false;
  ProcessEnd end{};
  LiveProcess bot{};  ///< from the first report on
  LineCutter lines{128};
};

/// The arena's ends of a process it has started.
struct SpawnedBot {
  OwnedFd pidfd;    ///< of the outermost process
  OwnedFd in;       ///< to the bot's stdin, non-blocking
  OwnedFd out;      ///< from its stdout, non-blocking
  OwnedFd err;      ///< from its stderr and the launcher's, non-blocking
  OwnedFd control;  ///< socket to the launcher: reports come in, closing it ends the bot
  LauncherReports reports;
};

/// Starts a bot through the launcher. Nothing but its own pipes reaches the child, which has kUnprivilegedId before it
/// runs anything when the arena is root. Throws std::system_error naming the call that failed.
SpawnedBot spawn_bot(const Sandbox& sandbox, const BotCommand& bot);

}  // namespace arena
