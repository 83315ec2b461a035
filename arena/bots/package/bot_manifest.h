#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/resource_policy.h"

namespace arena {

inline constexpr std::string_view kBotManifest = "bot.json";

/// What a bot.json says; protocol.md documents it. The files that it names need not exist.
struct BotManifest {
  std::string name;  ///< see kBotNameRule
  std::string author;
  std::string version;
  std::vector<std::string> command;
  std::vector<std::string> build;  ///< empty if there is nothing to build
  std::vector<std::string> plays;
  std::vector<ResourceValue> resources;  ///< what the bot asks for
  bool is_for_one_game = false;          ///< "restart": "game"; see BotEntry

  bool operator==(const BotManifest&) const = default;
};

/// Reads the text of a bot.json. Throws InputError that begins with the name of the file.
BotManifest parse_bot_manifest(const std::string& file, std::string_view text);

/// Reads the bot.json of a folder. Throws InputError that names the file and what is wrong.
BotManifest read_bot_manifest(const std::filesystem::path& folder);

/// Whether the first word of the command is a path in the bot's folder, not a program of the system.
bool has_own_program(const BotManifest& manifest);

/// Throws InputError if the program of the command does not exist, is outside the folder, or cannot be executed.
void check_program(const BotManifest& manifest, const std::filesystem::path& folder);

}  // namespace arena
