#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/user_ids.h"

namespace arena {

/// The launcher of one bot, to be started.
struct LauncherStart {
  unsigned user = kUnprivilegedId;  ///< the bot's user and group; ignored unless root has started the arena
  std::filesystem::path folder;     ///< the bot's
  int control = -1;                 ///< the launcher's end of its control socket
  int errors = -1;                  ///< what becomes its stderr
  std::span<const int> groups{};    ///< the files cgroup.procs of the bot's control group
};

/// A process that starts the launchers of bots: arena-launcher, started once a run (launcher/fork_server.h).
///
/// A start is a fork of this small process. A fork of the arena would copy a table of descriptors that grows with the
/// number of bots. At Isolation::user and full the fork server makes once what all bots share: namespaces of network,
/// System V objects and host name, and the mounts of the sandbox's root.
///
/// If the process has been killed, the next start starts another one; bots that run are not affected. This object must
/// outlast the bots that it has started. Any thread may call the functions.
class ForkServer {
 public:
  /// Starts the process. `root` is the bots' root folder, see make_sandbox_root(); it is empty if bots have no
  /// namespaces. `users` are the ids that bots may get, or null. Throws std::system_error if the process cannot be
  /// started, and std::runtime_error with what it says if it cannot make the namespaces.
  ForkServer(std::filesystem::path launcher, std::filesystem::path root, const UserIds* users);
  /// Ends the process. Bots that still run do not end with it.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// Has a launcher started, which may run on the processors that the calling thread may run on. Returns immediately,
  /// with the pid of the process that has received the request. The line "launched" on the control socket brings a
  /// pidfd of the launcher; if the socket is closed without it, `errors` has the reason. Returns nothing if the process
  /// had ended, and so had the one that was started in its place. Throws as the constructor does.
  [[nodiscard]] std::optional<pid_t> start(const LauncherStart& launcher);

  /// Kills the process of this pid and starts another one. For a caller to which that process does not answer. Does
  /// nothing if it has been replaced already, since other callers may wait for the new one. Throws as the constructor
  /// does.
  void replace_hung(pid_t hung);

  /// Starts another process if the one of this pid is ending. For a caller whose start was lost: a process that is
  /// killed may close the sockets of its launchers before its own, and until then it accepts requests that nobody will
  /// read. Throws as the constructor does.
  void replace_dying(pid_t lost);

  /// Returns the processor time of the process and of all launchers and bots that it has started and that have ended.
  /// What earlier processes used is not in it: they have been reaped by this process.
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const;

  /// Returns the pid of the process.
  [[nodiscard]] pid_t pid() const;

 private:
  class Process;
  std::shared_ptr<Process> process() const;
  std::shared_ptr<Process> replace(const std::shared_ptr<Process>& useless);
  std::shared_ptr<Process> start_process() const;

  const std::filesystem::path launcher_;
  const std::filesystem::path root_;
  const std::optional<UserIdRange> users_;
  mutable std::mutex mutex_;  // protects process_
  std::shared_ptr<Process> process_;
};

}  // namespace arena
