#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_files.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/bot_settings.h"
#include "arena/bots/package/resource_policy.h"
#include "arena/bots/protocol/limit_keys.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// A bot that takes part in a run: who it is and how it is started.
struct BotEntry {
  std::string name;  ///< see kBotNameRule; unique in a run
  std::string author;
  std::string version;
  BotCommand command;
  /// The words of its command as records show them, if published_command() changes any; otherwise empty.
  std::vector<std::string> shown_words{};
  BotFiles files = BotFiles::whole_folder;  ///< the files that its hash covers; not in records
  std::vector<std::string> plays;           ///< patterns of variants; empty if it plays all
  bool is_for_one_game = false;             ///< its process ends after each game, and the next game has a fresh one
  std::vector<LimitValue> limits{};         ///< in place of those of the variants; in the order of limit_keys()
  std::string hash;                         ///< hex BLAKE2b-256 of its command and files, see bot_files.h

  bool operator==(const BotEntry&) const = default;
};

/// Finds the bot that a command-line word means: a folder with bot.json, an executable file, or a command of several
/// words. Relative paths start in `folder`, or in the current folder if it is empty. The policy decides which resources
/// the bot gets. Throws InputError that says what is missing and what to do, or which resources exceed the policy.
BotEntry find_bot(std::string_view word, const std::filesystem::path& folder = {}, const ResourcePolicy& policy = {},
                  const BotSettings& settings = {});

/// Returns a word that find_bot() understands as this bot, quoted for a shell. The path is relative if the bot is below
/// the current folder.
std::string word_for(const BotEntry& bot);

/// The name of a bot and of its author.
struct BotIdentity {
  std::string name;
  std::string author;  ///< empty if it has none
};

/// Looks up the identity of the bot that find_bot() would find, if it plays under `name`; if that is empty, under its
/// own name. Does not hash the files of a folder, and does not look at a bot that has a name and no bot.json. Throws as
/// find_bot() does.
BotIdentity identify_bot(std::string_view word, const std::filesystem::path& folder, const ResourcePolicy& policy,
                         const std::string& name);

/// Splits a command into words at spaces. Quotes of either kind protect spaces. Throws InputError for an unclosed
/// quote.
std::vector<std::string> split_command(std::string_view text);

/// Returns a command as it may be published. In each word, "<path>" replaces a path outside the bot's folder and all
/// that follows it. Paths of system folders, which all bots see, stay.
std::vector<std::string> published_command(const std::vector<std::string>& words);

/// Whether the bot plays this variant according to its manifest: some pattern in `plays` matches, or there is none. In
/// a pattern, * stands for any text. A pattern without + matches the variant with any options; one without @ matches it
/// at any size, too.
bool plays_variant(const BotEntry& bot, std::string_view variant);

}  // namespace arena
