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

/// How long the kernel may take to remove a killed sandbox before the outermost process is killed, too.
inline constexpr int kTearDownMs = 2000;

/// What the launcher reports over the control socket: that the bot runs, and how it ended.
struct LauncherReports {
  /// Reads the reports that have arrived, without waiting. Returns false if nothing more will come.
  bool read(int control);
  /// Sets `end` from a report. If the kernel says that memory ran out, that is the cause, whichever process of the
  /// group it killed.
  void settle(ProcessEnd::Kind kind, std::string_view figures = {});

  /// The bot's control group, to be kept until the outermost process has been waited for. Null below Isolation::full.
  std::unique_ptr<Cgroup> group;
  /// The bot's own user id, to be kept as long as the group. Null if it has none.
  std::unique_ptr<UserIds::Lease> user_id;
  std::optional<long long> killed_before;  ///< processes_killed_for_memory() before its start, if it has no group
  bool may_kill_itself = true;
  long memory_kb = 0;  ///< its memory limit
  bool ended_by_arena = false;
  ProcessEnd end{};
  OwnedFd tmp{};       ///< names the bot's /tmp, if it was asked for and the bot has one; known as `bot` is
  OwnedFd launcher{};  ///< a pidfd, from the report "launched" until it is moved elsewhere
  LiveProcess bot{};   ///< known from the report "started" on
  LineCutter lines{128};
};

/// The arena's ends of a process it has started.
struct SpawnedBot {
  OwnedFd pidfd;    ///< of the launcher; -1 if none could be started, in which case `err` has the reason
  OwnedFd in;       ///< to the bot's stdin, non-blocking
  OwnedFd out;      ///< from its stdout, non-blocking
  OwnedFd err;      ///< from its stderr and the launcher's, non-blocking
  OwnedFd control;  ///< socket to the launcher: it brings the reports, and closing it ends the bot
  LauncherReports reports;
};

/// Starts a bot through the fork server. The launcher has no descriptors but its own pipes and, if the arena is root,
/// the bot's own user id, or kUnprivilegedId if it has none. `wants_tmp` asks for the bot's /tmp, which then exists as
/// long as LauncherReports::tmp. Throws std::system_error that names the call that failed,
/// and std::runtime_error if two fork servers in turn do not start the launcher.
SpawnedBot spawn_bot(const Sandbox& sandbox, const BotCommand& bot, bool wants_tmp = false);

}  // namespace arena
