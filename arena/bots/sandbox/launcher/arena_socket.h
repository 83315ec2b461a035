#pragma once

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "arena/bots/sandbox/launcher/launch_order.h"

// The launcher's end of the socket to the arena. main.c says what is sent.

/// The arena's first message.
struct Launch {
  struct LaunchOrder order;
  _Alignas(8) char tail[kOrderBytesMax];  ///< the filter, the path rules, the mounts
};

/// Receives the first message, all but its last byte. Exits if the arena has gone, or if the message is not one.
void receive_launch(int control, struct Launch* launch);

/// The parts of the tail.
void* filter_of(struct Launch* launch);
const char* path_rules_of(const struct Launch* launch);
const char* mounts_of(const struct Launch* launch);

/// Receives the last byte, and makes the pipes that it brings this process's stdin and stdout. Returns what failed,
/// with errno, or null.
const char* take_streams(int control);

// Reports. Who reads none has died, which is seen elsewhere.

/// Says that the bot runs. Its pidfd means the same process on the other side, whatever number it has there. Returns
/// false when the arena could not be given it: it would neither stop nor time the bot.
bool report_started(int control, pid_t bot);
void report_failed(int control, int error);
void report_end(int control, int status, const struct rusage* usage);
void report_left(int control, int processes);

/// Says on stderr what failed, with errno, and ends this process as a broken sandbox.
_Noreturn void die(const char* what);
