#pragma once

#include <string>
#include <vector>

#include "arena/bots/bot_entry.h"
#include "arena/sandbox/bubblewrap.h"
#include "arena/sandbox/staging.h"

namespace arena {

/// The commands that start copies of the bots, in their order. A copy has the files that the bot's hash covers and
/// nothing else, without setuid, setgid and sticky bits, and has the bot's hash. Bots of one hash share one. Throws
/// InputError that names the bot when its files have changed or cannot be read, std::system_error when a copy cannot be
/// written.
std::vector<BotCommand> copy_bots(const std::vector<BotEntry>& bots, const Staging& staging);

/// What was left behind of a bot that is not a folder with bot.json, for the author of one that does not start; empty
/// for one that is.
std::string copied_note(const BotEntry& bot);

}  // namespace arena
