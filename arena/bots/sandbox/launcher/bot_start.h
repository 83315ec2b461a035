#pragma once

#include <sys/types.h>

#include "arena/bots/sandbox/launcher/launch_order.h"

/// The arena's first message, and where the parts of its tail begin.
struct Launch {
  struct LaunchOrder order;
  const char* path_rules;
  const char* mounts;
  _Alignas(8) char tail[kOrderBytesMax];  ///< the filter, the path rules, the mounts
};

/// What start_bot() reports in place of an errno: the sandbox is broken, and stderr says how.
enum { kSandboxBroken = -1 };

/// The bot, as it begins.
struct StartedBot {
  pid_t pid;
  int error;     ///< 0: its program runs. kSandboxBroken, or why its program cannot be run: an errno
  int listener;  ///< on which its calls arrive that the launcher answers (answered_calls.h); -1 if none do
};

/// Starts the bot in this process's namespaces, with all that the order imposes on it. Waits until its program runs or
/// cannot be run. Meanwhile this process's streams are lost to /dev/null. Exits where no process can be made.
struct StartedBot start_bot(int control, struct Launch* launch, const char* directory, char** command);

/// Says on stderr what failed, with errno, and ends this process as a broken sandbox.
_Noreturn void die(const char* what);
