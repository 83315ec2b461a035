#pragma once

#include <stdint.h>
#include <sys/types.h>

// Makes the namespaces of a bot without any right of root; see namespaces(7) and user_namespaces(7). Needs Linux 5.12.

/// The part of a bot's view that is not the same in every sandbox. arena/bots/sandbox/mounts.h has the mounts.
struct OwnView {
  uid_t user;  ///< the ids, outside the sandbox, of the only user and group that exist inside
  gid_t group;
  uint32_t inside_id;      ///< the id of both inside
  const char* root;        ///< the folder that becomes "/"
  const char* bot_folder;  ///< the folder that becomes "/bot"
  uint64_t tmp_bytes;      ///< the size of /tmp
};

/// Forks a child into namespaces of its own: users, processes (it is their pid 1), mounts, network, System V objects,
/// host name, control groups. Returns as fork(2) does.
pid_t fork_into_namespaces(void);

/// Sets up the sandbox; to be called in that child. It maps the child's user and group, names the host "bot", and
/// forbids further user namespaces. It makes the mounts and detaches them from the machine's, so that later mounts
/// spread in neither direction. At the end the process is in "/" and has given up all capabilities for good.
///
/// Returns null, or words that say what failed; errno then has the reason.
const char* make_sandbox(const struct OwnView* view);
