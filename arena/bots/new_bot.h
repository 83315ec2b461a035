#pragma once

#include <filesystem>
#include <string>

#include "arena/bots/starter.h"

namespace arena {

/// A bot's name from the last part of its folder: what is not allowed in one becomes _, what is too long is cut.
std::string bot_name_for(const std::filesystem::path& folder);

/// Writes the starter into the folder, which is made where it is missing and gives the bot its name. Throws InputError
/// for a folder that is not empty; std::system_error that names the path, and no files, when it cannot be written.
void write_new_bot(const Starter& starter, const std::filesystem::path& folder);

}  // namespace arena
