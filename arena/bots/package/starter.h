#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/package/bot_name.h"

namespace arena {

/// A file of sample_bots/ that is part of this program.
struct StarterFile {
  std::string_view path;  ///< from sample_bots/, as in starters/c/bot.c
  std::string_view text;
};

/// All of them, in order of path. Made at build time.
std::span<const StarterFile> starter_files();

/// A bot that a newcomer starts from.
struct Starter {
  std::string_view language;     ///< as it is asked for, and the name of its folder in sample_bots/starters/
  std::string_view title;        ///< as people say it
  std::string_view packages;     ///< of Debian and Ubuntu, with spaces between
  std::string_view source;       ///< the file that has choose()
  std::string_view module;       ///< path of a client module that belongs to it; empty: none
  std::string_view other_names;  ///< under which it is found too, with spaces between
};

std::span<const Starter> starters();

/// By its language or another of its names. Throws InputError that tells one near to it.
const Starter& find_starter(std::string_view name);

/// Its files, the module among them; each path is the name of the file in the bot's folder.
std::vector<StarterFile> files_of(const Starter& starter);

/// What its bot.json says.
BotManifest manifest_of(const Starter& starter);

/// Programs this machine lacks: to start the bot, in the system's folders; to build it, in `path` (as in PATH).
std::vector<std::string> missing_programs(const Starter& starter, const std::string& path);

/// A bot's name from the last part of its folder, see bot_name_from().
std::string bot_name_for(const std::filesystem::path& folder);

/// Writes the starter into the folder, which is made where it is missing and gives the bot its name. Throws InputError
/// for a folder that is not empty; std::system_error that names the path, and no files, when it cannot be written.
void write_new_bot(const Starter& starter, const std::filesystem::path& folder);

}  // namespace arena
