#pragma once

#include <string>
#include <vector>

#include "arena/bots/bot_entry.h"
#include "arena/sandbox/bubblewrap.h"
#include "arena/sandbox/staging.h"

namespace arena {

/// The commands that start copies of the bots, in their order. A copy has the files that the bot's hash covers and no
/// others, without setuid, setgid and sticky bits; bots of one hash share one. Throws InputError that names the bot
/// when its files have changed or cannot be read, std::system_error when a copy cannot be written.
std::vector<BotCommand> copy_bots(const std::vector<BotEntry>& bots, const Staging& staging);

/// What was left behind of a bot that does not start, for its author; empty for a folder with bot.json.
std::string copied_note(const BotEntry& bot);

}  // namespace arena
