#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/resources.h"

namespace arena {

/// Processes that a bot needs beside its own: the launcher, twice in a sandbox with namespaces, and the bot's first.
inline constexpr int kProcessesOfBot = 3;

/// The user whom bots run as: this one, or for root another.
unsigned user_of_bots();

/// How many threads the user has now, those of one-thread processes included.
unsigned tasks_of(unsigned user);

/// How many threads and processes more this process and its bots may start: by the hard limit of its user, unless it may
/// raise that, and by its control group. Nothing where neither bounds them.
std::optional<long long> free_tasks();

/// Gives this process what it may take of processor time, threads and sizes of files, and 8 MB of stack, to threads
/// too: a soft limit is what a process may raise itself. To be called before any thread is started.
void raise_soft_limits();

/// What of a bot's limits this process would pass on too low, since a process cannot raise its hard limits: a sentence
/// for each, with what it is, what it must be, and the word of the shell's that sets it. `most`: what the bots may have.
/// Empty where nothing is too low, or this process may raise it, as root mostly can.
std::vector<std::string> limits_too_low(const Resources& most, Isolation isolation);

/// In the child that becomes a bot, while it may: its hard limits are those of the machine, not the arena's own. What
/// cannot be raised stays as it is: limits_too_low() has told it. Calls nothing but setrlimit and getrlimit.
void lift_inherited_limits();

}  // namespace arena
