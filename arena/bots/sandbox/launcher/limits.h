#pragma once

#include "arena/bots/sandbox/launcher/launch_order.h"

/// Imposes the limits of the order on this process, and on the bot that it becomes, which cannot raise them. Nothing of
/// the arena's own limits is left. Returns what failed, with errno, or null.
const char* impose_limits(const struct LaunchOrder* order);
