#pragma once

#include <string>

#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// Returns the first message to the launcher of this bot (launcher/launch_order.h), all but its last byte: the limits,
/// the filter, the paths that the bot may use, and what is mounted in its namespaces. Throws std::runtime_error when
/// the message is too long or libseccomp cannot make the filter. Any thread may call this.
[[nodiscard]] std::string launch_message(const Sandbox& sandbox, const BotCommand& bot);

}  // namespace arena
