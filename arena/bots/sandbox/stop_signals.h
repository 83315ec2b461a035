#pragma once

#include <signal.h>

#ifdef __cplusplus
namespace arena {
#endif

/// The signals that stop the arena: a run ends cleanly, and the arena itself ends its bots. Its launchers and its
/// reaper ignore these signals, since Slurm, systemd and terminals send them to all processes of a job or group.
static const int kStopSignals[] = {SIGINT, SIGTERM, SIGQUIT, SIGHUP};

#ifdef __cplusplus
}  // namespace arena
#endif
