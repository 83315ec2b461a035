#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_manifest.h"

namespace arena {

/// Returns how to write the command "build" if its words look as if they were meant for a shell, which does not read
/// them. Otherwise returns an empty text. The text is a sentence, safe on a terminal.
std::string shell_advice(const std::vector<std::string>& build);

/// Returns what the author of a build that failed can do, as far as the bot's files and the end of the build's output
/// show it: scripts with CR LF, use of the network, words for a shell. One sentence or more on each line; safe on a
/// terminal. Empty if nothing is known. `folder` holds the bot's files without symbolic links.
std::string advise_on_build(const std::filesystem::path& folder, const BotManifest& manifest, std::string_view output);

/// Describes the files that the build has added to those of the bot, ten of them at most: "./MyBot does not exist" is
/// then seen to be a matter of names. The text is a sentence, safe on a terminal.
std::string describe_built_files(const std::filesystem::path& before, const std::filesystem::path& after);

}  // namespace arena
