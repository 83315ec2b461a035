#pragma once

#include <array>
#include <csignal>

namespace arena {

/// The signals that stop the arena: a run ends cleanly, and the arena itself ends its bots. Its launchers and its reaper
/// ignore them, since Slurm, systemd and terminals send them to all processes of a job or group.
inline constexpr std::array kStopSignals = {SIGINT, SIGTERM, SIGQUIT, SIGHUP};

}  // namespace arena
