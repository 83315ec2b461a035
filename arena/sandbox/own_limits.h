#pragma once

#include <string>
#include <vector>

#include "arena/sandbox/isolation.h"
#include "arena/sandbox/resources.h"

namespace arena {

/// What of a bot's limits this process would pass on too low, since a process cannot raise its hard limits: a sentence
/// for each, with what it is, what it must be, and the word of the shell's that sets it. `most`: what the bots may have.
/// Empty where nothing is too low, or this process may raise it, as root mostly can.
std::vector<std::string> limits_too_low(const Resources& most, Isolation isolation);

/// In the child that becomes a bot, while it may: its hard limits are those of the machine, not the arena's own. What
/// cannot be raised stays as it is: limits_too_low() has told it. Calls nothing but setrlimit and getrlimit.
void lift_inherited_limits();

}  // namespace arena
