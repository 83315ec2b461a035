#define _GNU_SOURCE
#include "arena/bots/sandbox/launcher/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

enum {
  kStackAtFirst = 8 << 20,  // and of a thread
  kLockedMax = 64 << 10,
  kPendingSignalsMax = 256,
};

/// Sets the hard limit to `most`, or as high as it may be, and the soft limit to that or to `at_first` if it is less.
static bool limit_from(int what, rlim_t most, rlim_t at_first) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return false;
  if (now.rlim_max != RLIM_INFINITY && most > now.rlim_max) most = now.rlim_max;
  const struct rlimit wanted = {most < at_first ? most : at_first, most};
  return setrlimit(what, &wanted) == 0;
}

static bool limit(int what, rlim_t most) { return limit_from(what, most, RLIM_INFINITY); }

const char* impose_limits(const struct LaunchOrder* order) {
  // Neither address space nor processor time is bounded.
  if (!limit(RLIMIT_AS, RLIM_INFINITY) || !limit(RLIMIT_CPU, RLIM_INFINITY)) return "the limits of the arena";
  if (!limit(RLIMIT_CORE, 0)) return "the limit of core dumps";
  if (!limit(RLIMIT_DATA, order->data_bytes > 0 ? order->data_bytes : RLIM_INFINITY)) return "the limit of memory";
  if (!limit(RLIMIT_FSIZE, order->file_bytes)) return "the limit of files' size";
  if (!limit(RLIMIT_NOFILE, order->files)) return "the limit of descriptors";
  if (!limit(RLIMIT_NPROC, order->tasks)) return "the limit of threads";
  if (!limit(RLIMIT_MEMLOCK, kLockedMax)) return "the limit of locked memory";
  if (!limit(RLIMIT_SIGPENDING, kPendingSignalsMax)) return "the limit of pending signals";
  if (!limit(RLIMIT_MSGQUEUE, 0) || !limit(RLIMIT_RTPRIO, 0) || !limit(RLIMIT_NICE, 0))
    return "the limits of queues and priority";
  return limit_from(RLIMIT_STACK, kStackMax, kStackAtFirst) ? NULL : "the limit of the stack";
}
