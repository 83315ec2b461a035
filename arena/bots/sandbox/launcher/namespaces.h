#pragma once

#include <stdint.h>
#include <sys/types.h>

// Makes the namespaces of bots without any right of root; see namespaces(7) and user_namespaces(7). Needs Linux 5.12.
//
// The fork server makes once a run what all bots of the run share: a user namespace around all, the namespaces of
// network, System V objects and host name, and a mount namespace with the sandbox's root and the machine's programs.
// They are costly: the kernel makes or removes some of them one at a time, on however many processors. Each bot has
// namespaces of its own for users, processes, mounts and control groups.

/// What the fork server has made for all bots of a run: descriptors.
struct RunNamespaces {
  int machine;  ///< the mount namespace with the machine's mounts, in which the fork server is
  int sandbox;  ///< the mount namespace with the sandbox's root and the machine's programs; each bot gets a copy
  int proc;     ///< the machine's /proc
};

/// Enters a user namespace, in which the arena must then map users and groups.
///
/// Like the functions below it returns null, or words that say what failed; errno then has the reason.
const char* enter_user_namespace(void);

/// Makes what all bots share, in the user namespace. `root` is the folder that becomes "/".
const char* make_run_namespaces(const char* root, struct RunNamespaces* made);

/// Forks a process in namespaces of its own for users, processes (it is their pid 1) and mounts. Its user namespace
/// belongs to `user`, which is also its group. `bot_folder` becomes a descriptor of the folder at `path`, to be mounted
/// by make_sandbox(). Sets `child` as fork(2) returns it and, in the parent, `pidfd`.
const char* fork_into_namespaces(const struct RunNamespaces* run, uint32_t user, const char* path, int* bot_folder,
                                 pid_t* child, int* pidfd);

/// The part of a bot's view that is not the same in every sandbox. arena/bots/sandbox/mounts.h has the mounts.
struct OwnView {
  uint32_t user;       ///< the id, outside the sandbox, of the only user and group that exist inside
  uint32_t inside_id;  ///< the id of both inside
  int proc;            ///< the machine's /proc; make_sandbox() closes it
  int bot_folder;      ///< what becomes "/bot"
  uint64_t tmp_bytes;  ///< the size of /tmp
};

/// Sets up the sandbox; to be called in the child, which must be in its control group by then. It maps the child's user
/// and group, and makes further user namespaces impossible. It mounts the bot's own /proc, /tmp and folder. At the end
/// the process is in "/", has the id inside, and has given up all capabilities for good.
const char* make_sandbox(const struct OwnView* view);
