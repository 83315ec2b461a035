#pragma once

#include <stdint.h>
#include <sys/types.h>

// The bot's namespaces, made without any right of root: namespaces(7), user_namespaces(7). Linux 5.12 and newer.

/// What differs from sandbox to sandbox: in its users, and in the mounts of arena/bots/sandbox/mounts.h.
struct OwnView {
  uid_t user;  ///< the only user and group that are known inside, as they are called outside
  gid_t group;
  uint32_t inside_id;      ///< what both are called inside
  const char* root;        ///< the folder that becomes "/"
  const char* bot_folder;  ///< the folder that becomes "/bot"
  uint64_t tmp_bytes;      ///< the size of /tmp
};

/// Forks a child into namespaces of its own: users, processes (it is their pid 1), mounts, network, System V objects,
/// host name, control groups. Returns as fork(2) does.
pid_t fork_into_namespaces(void);

/// In that child: names its user and group, and the host "bot". No namespace of users can be made in this one. Makes the
/// mounts and leaves the machine's own: nothing that the machine mounts later comes in, and nothing of this gets out.
/// The process is then in "/". Gives up all capabilities, for good. Returns what failed, with errno, or null.
const char* make_sandbox(const struct OwnView* view);
