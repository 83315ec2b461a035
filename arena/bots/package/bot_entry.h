#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/bot_files.h"
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

inline constexpr std::size_t kBotNameMax = 32;
/// What a bot's name must be.
inline constexpr std::string_view kBotNameRule = "1 to 32 of A-Z a-z 0-9 _ . -, the first one not -";
bool is_bot_name(std::string_view name);
/// A name in records: that of a bot, and behind a later version of it a ~ and the version's number from 2: "duck~2".
bool is_recorded_name(std::string_view name);
/// The name of a version of a bot, from 1, and the bot's own name in it.
std::string version_name(const std::string& name, int version);
std::string_view unversioned(std::string_view name);
/// A name made of any text: what is not allowed in one becomes _, what is too long is cut.
std::string bot_name_from(std::string_view text);

/// The bot's manifest says that it plays this variant: some pattern matches, where * stands for any text. A pattern
/// without + speaks of name and size, with whatever options; one without @ speaks of the name, at any size.
bool plays_variant(const BotEntry& bot, std::string_view variant);

}  // namespace arena
