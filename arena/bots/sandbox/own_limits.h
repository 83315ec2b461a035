#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

// The limits of this process and its user (getrlimit(2)), which its bots inherit.

/// The processes of a started bot that has one thread: its own and its launcher.
inline constexpr int kProcessesOfBot = 2;
/// The processes of all bots together that are no bot's: the fork server.
inline constexpr int kProcessesOfBots = 1;

/// Returns the id of the user whom bots run as: this process's user, or kUnprivilegedId if that is root.
[[nodiscard]] unsigned user_of_bots();

/// Returns how many threads the user has now on the whole machine. A process without further threads counts as one.
[[nodiscard]] unsigned tasks_of(unsigned user);

/// Returns how many more threads and processes this process and its bots may start. The bounds are the hard limit of
/// the user, unless this process may raise it, and the limit of the control group. Returns nothing where neither bounds
/// them.
[[nodiscard]] std::optional<long long> free_tasks();

/// Raises this process's soft limits of processor time, threads, file size and descriptors to the hard limits. Raises
/// the stack of the process and of threads to 8 MB, or as far as the hard limit goes. What cannot be raised stays as it
/// is. To be called before any thread is started.
void raise_soft_limits();

/// Returns a sentence for each hard limit of this process that is too low for bots with resources up to `most`: what
/// the limit is, what it must be, and the shell command that sets it. A limit that this process may raise is never too
/// low; root may mostly raise them all.
[[nodiscard]] std::vector<std::string> limits_too_low(const Resources& most, Isolation isolation);

/// Raises hard limits of this process that the arena's own start has lowered. To be called in the child that becomes a
/// bot, while it still has the right to raise them: it calls only setrlimit and getrlimit, so it is safe after
/// vfork(2). What cannot be raised stays as it is; limits_too_low() has reported it.
void lift_inherited_limits();

}  // namespace arena
