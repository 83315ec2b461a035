#pragma once

#include <stdint.h>
#include <sys/types.h>

// The bot's namespaces, made without any right of root: namespaces(7), user_namespaces(7). Linux 5.12 and newer.

/// Forks a child into namespaces of its own: users, processes (it is their pid 1), mounts, network, System V objects,
/// host name, control groups. Returns as fork(2) does.
pid_t fork_into_namespaces(void);

/// In that child: the only user and group that it knows are `user` and `group`, as they are called outside; inside,
/// both are `inside_id`. No namespace of users can be made in this one, and the host is called "bot". Returns what
/// failed, with errno, or null.
const char* set_up_namespaces(uid_t user, gid_t group, uint32_t inside_id);

/// Gives up all capabilities, for good. Returns what failed, with errno, or null.
const char* drop_capabilities(void);
