#pragma once

#include <sys/types.h>

#include <cstdint>

namespace arena {

// The launcher's own set-up of a sandbox at Isolation::user and above, without any right of root: namespaces(7),
// mount_namespaces(7). It needs Linux 5.12.

/// The devices that a bot sees. No others: a shared map of /dev/zero is memory that no limit counts.
inline constexpr const char* kDevices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};

/// What a sandbox is made of.
struct SandboxPlan {
  uid_t user = 0;               ///< who starts it, seen from outside
  gid_t group = 0;              ///< likewise
  std::uint64_t tmp_bytes = 0;  ///< the size of its /tmp
  const char* paths = nullptr;  ///< as LaunchOrder::mount_bytes says
  const char* paths_end = nullptr;
};

/// Forks a child into namespaces of its own: users, processes (it is their pid 1), mounts, network, System V objects,
/// host name, control groups. Returns as fork(2) does.
pid_t fork_into_namespaces();

/// Makes the sandbox around that child, which is then in its root folder and without any capability. Nothing can be
/// written there but /tmp; no bot gets namespaces of its own. Returns what failed, with errno, or null.
const char* make_sandbox(const SandboxPlan& plan);

}  // namespace arena
