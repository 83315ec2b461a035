#pragma once

#include <string>

#include "arena/sandbox/bubblewrap.h"

namespace arena {

/// The first message to the launcher, without the descriptors: a LaunchOrder and what follows it.
std::string launch_message(const Sandbox& sandbox, const BotCommand& bot);

}  // namespace arena
