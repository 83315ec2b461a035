#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/starter_list.h"

namespace arena {

/// A file of sample_bots/ that is built into this program.
struct StarterFile {
  std::string_view path;  ///< relative to sample_bots/, as in starters/c/bot.c
  std::string_view text;
};

/// Returns all files, sorted by path. The build makes the list.
std::span<const StarterFile> starter_files();

/// Finds a starter by its language or another of its names. Throws InputError that suggests a similar name.
const Starter& find_starter(std::string_view name);

/// Returns the starter's files, including the module. Each path is the name of the file in the bot's folder.
std::vector<StarterFile> files_of(const Starter& starter);

/// Returns the starter's bot.json.
BotManifest manifest_of(const Starter& starter);

/// Returns the programs that this machine lacks: the one that starts the bot, which must be in the system's folders,
/// and the one that builds it, which must be in `path` (in the form of PATH).
std::vector<std::string> missing_programs(const Starter& starter, const std::string& path);

/// Makes a bot's name of the last part of its folder's path, see bot_name_from().
std::string bot_name_for(const std::filesystem::path& folder);

/// Writes the starter into the folder, which is made if it is missing. The bot gets the name of the folder. Throws
/// InputError if the folder is not empty. If something cannot be written, removes all files again and throws
/// std::system_error that names the path.
void write_new_bot(const Starter& starter, const std::filesystem::path& folder);

}  // namespace arena
