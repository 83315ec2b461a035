#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "arena/bots/sandbox/launcher/namespaces.h"

/// A launcher that the fork server has just started.
struct NewLauncher {
  int control;          ///< its end of the socket to the arena
  bool has_namespaces;  ///< it is in those of its bot, and must make the sandbox
  uint32_t user;        ///< the bot's user and group, outside
  int proc;             ///< the machine's /proc, if it has namespaces
  int bot_folder;       ///< to be mounted as "/bot", if it has namespaces
};

/// Runs the fork server, which starts a launcher for each StartRequest that arrives on `socket`, a socket of packets
/// from the arena. `root` is the root of the bots' sandboxes, or null if bots have no namespaces. When the arena closes
/// the socket or dies, this process exits; its launchers notice the same on sockets of their own.
///
/// Returns only in a launcher: a process that holds nothing of the fork server's but its own control socket and
/// stderr. It is in its bot's control group and, without namespaces, has the bot's user. The fork server sends the
/// arena a line "launched" on the control socket, with a pidfd of the launcher. If it cannot start one, it writes why
/// to the launcher's stderr, and closes both.
struct NewLauncher serve_starts(int socket, const char* root);
