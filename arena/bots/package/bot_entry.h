#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_files.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/resource_policy.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// A bot that takes part: who it is and how it is started.
struct BotEntry {
  std::string name;  ///< see kBotNameRule; unique in a run
  std::string author;
  std::string version;
  BotCommand command;
  /// The words of its command as records have them, where these may not tell all, see published_command(); else empty.
  std::vector<std::string> shown_words{};
  BotFiles files = BotFiles::whole_folder;  ///< which its hash covers; not in records
  std::vector<std::string> plays;           ///< patterns of variants; empty: all
  std::string hash;                         ///< hex BLAKE2b-256 of its command and files, see bot_files.h

  bool operator==(const BotEntry&) const = default;
};

/// The bot behind a command-line word: a folder with bot.json, an executable file, or a command of several words.
/// Relative paths start in `folder` (empty: the current one). It may use what the policy gives it. Throws InputError
/// that says what is missing and what to do, or what it asks for beyond the policy.
BotEntry find_bot(std::string_view word, const std::filesystem::path& folder = {}, const ResourcePolicy& policy = {});

/// A word for find_bot() that means this bot, as a shell takes it: seen from the current folder where it lies below.
std::string word_for(const BotEntry& bot);

/// The words of a command, split at spaces; quotes of either kind keep spaces. Throws InputError for an open quote.
std::vector<std::string> split_command(std::string_view text);

/// A command as it may be published: of each word what comes before a path out of the bot's folder, and "<path>" for the
/// rest of it. Paths of system folders, which all bots see, stay.
std::vector<std::string> published_command(const std::vector<std::string>& words);

/// The bot's manifest says that it plays this variant: some pattern matches, where * stands for any text. A pattern
/// without + speaks of name and size, with whatever options; one without @ speaks of the name, at any size.
bool plays_variant(const BotEntry& bot, std::string_view variant);

}  // namespace arena
