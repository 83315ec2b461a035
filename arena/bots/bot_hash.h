#pragma once

#include <string>

#include "arena/bots/bot_files.h"
#include "arena/sandbox/bubblewrap.h"

namespace arena {

/// Hex BLAKE2b-256 of the command and of the files: their names within the folder and their bytes, sorted by name. A
/// symbolic link counts by where it points and is not followed; what is neither file, folder nor link is left out and
/// never opened. Throws InputError when a file cannot be read or there are more than a bot can need, see bot_files.h.
std::string hash_bot(const BotCommand& command, BotFiles files);

}  // namespace arena
