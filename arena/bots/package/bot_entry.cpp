#include "arena/bots/package/bot_entry.h"

#include <algorithm>
#include <array>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_manifest.h"
#include "arena/bots/package/path_search.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

BotEntry bot_of_folder(const fs::path& folder, const ResourcePolicy& policy) {
  const BotManifest manifest = read_bot_manifest(folder);
  BotEntry bot;
  bot.name = manifest.name;
  bot.author = manifest.author;
  bot.version = manifest.version;
  bot.plays = manifest.plays;
  bot.is_for_one_game = manifest.is_for_one_game;
  bot.command.folder = fs::canonical(folder);
  bot.command.words = manifest.command;
  bot.command.resources = granted(policy, manifest.resources, (folder / kBotManifest).string() + ": " + bot.name);
  check_program(manifest, folder);
  return bot;
}

BotEntry bot_of_file(const fs::path& file, std::vector<std::string> before, std::vector<std::string> after) {
  const fs::path path = fs::canonical(file);
  BotEntry bot;
  bot.name = bot_name_from(path.stem().string());
  bot.command.folder = path.parent_path();
  bot.command.words = std::move(before);
  bot.command.words.push_back("./" + path.filename().string());
  bot.command.words.insert(bot.command.words.end(), after.begin(), after.end());
  bot.files = BotFiles::named;
  return bot;
}

/// A program named by a path is looked for in `base`, others in the system's folders.
BotEntry bot_of_command(std::string_view text, const fs::path& base) {
  const std::vector<std::string> words = split_command(text);
  if (words.empty()) throw InputError("an empty word is not a bot");
  std::error_code ignored;
  const bool system_program = words.front().find('/') == std::string::npos && find_in_path(kBotPath, words.front());
  if (!system_program && !is_executable_file(base / words.front())) {
    if (words.size() == 1) {
      throw InputError(
          "there is no bot '" + printable(text) +
          "': a bot is an executable file, a folder with bot.json, or a command in quotes (\"python3 bot.py\")");
    }
    throw InputError("the command '" + printable(text) + "' cannot be run: there is no program '" +
                     printable(words.front()) + "'");
  }
  // The bot's folder is that of the first file that the command names.
  for (std::size_t i = system_program ? 1 : 0; i < words.size(); ++i) {
    if (!fs::is_regular_file(base / words[i], ignored)) continue;
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    return bot_of_file(base / words[i], {words.begin(), at}, {at + 1, words.end()});
  }
  // "python3 bto.py": a typing error is better reported now than by the interpreter in the sandbox.
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with('-') && words[i].find_first_of("./") != std::string::npos) {
      throw InputError("the command '" + printable(text) + "' names the file '" + printable(words[i]) +
                       "', which does not exist");
    }
  }
  BotEntry bot;
  bot.name = bot_name_from(fs::path(words.front()).stem().string());
  bot.command = {"/usr", words};
  bot.files = BotFiles::named;
  return bot;
}

/// What replaces a path of this machine in a command that is published.
constexpr std::string_view kPathOfMachine = "<path>";

/// The characters that may come before a path within a word.
constexpr std::string_view kBefore = " \t\n=:,;\"'`()[]{}<>|&@!";

/// What a bot in a sandbox sees of the machine.
constexpr auto kOfSystem =
    std::to_array<std::string_view>({"/usr/", "/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/etc/",
                                     "/dev/null", "/dev/full", "/dev/random", "/dev/urandom"});

bool is_of_name(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0 ||
         std::string_view("._-~$+").find(c) != std::string_view::npos;
}

/// Whether the text begins with a path that may reveal something about this machine: an absolute one, one in a home
/// folder, or one that leads upwards.
bool is_telling(std::string_view text) {
  if (text.substr(0, text.find_first_of(kBefore)).find("../") != std::string_view::npos) return true;
  if (text.starts_with('~')) return text.size() > 1 && (text[1] == '/' || is_of_name(text[1]));
  if (!text.starts_with('/') || text.size() == 1 || (text[1] != '/' && !is_of_name(text[1]))) return false;
  return std::ranges::none_of(kOfSystem, [&](std::string_view start) { return text.starts_with(start); });
}

std::string published_word(const std::string& word) {
  const std::string_view text = word;
  // "-I/home/..." has no sign between the letter and the path.
  const bool is_short_option = text.size() > 2 && text[0] == '-' && text[1] != '-';
  const std::size_t slash = is_short_option ? text.find('/') : std::string_view::npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = at == 0 || at == slash || kBefore.find(text[at - 1]) != std::string_view::npos;
    if (begins && is_telling(text.substr(at))) return word.substr(0, at) + std::string(kPathOfMachine);
  }
  return word;
}

}  // namespace

std::string word_for(const BotEntry& bot) {
  const auto seen_from_here = [](const fs::path& path) {
    std::error_code error;
    const fs::path here = fs::current_path(error);
    return (error || !is_within(here, path) ? path : path.lexically_relative(here)).string();
  };
  if (bot.files == BotFiles::whole_folder) return shell_quoted(seen_from_here(bot.command.folder));
  std::string words;
  for (const std::string& word : bot.command.words) {
    const bool own = word.starts_with("./");
    words += (words.empty() ? "" : " ") + (own ? seen_from_here(bot.command.folder / word.substr(2)) : word);
  }
  return shell_quoted(words);
}

std::vector<std::string> split_command(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (char c : text) {
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      inside = true;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != 0) throw InputError("the command '" + printable(text) + "' has an unclosed quote");
  if (inside) words.push_back(word);
  return words;
}

BotEntry find_bot(std::string_view word, const fs::path& folder, const ResourcePolicy& policy,
                  const BotSettings& settings) {
  const fs::path path = folder / word;
  std::error_code ignored;
  BotEntry bot;
  if (fs::is_directory(path, ignored)) {
    if (!fs::exists(path / kBotManifest, ignored))
      throw InputError(path.string() + " has no bot.json; protocol.md describes that file");
    bot = bot_of_folder(path, policy);
  } else {
    const bool is_file = fs::is_regular_file(path, ignored);
    if (is_file && !is_executable_file(path)) {
      throw InputError(path.string() +
                       " is not executable: run chmod +x on it, or give a command in quotes (\"python3 " +
                       path.string() + "\")");
    }
    bot = is_file ? bot_of_file(path, {}, {}) : bot_of_command(word, folder);
    bot.command.resources = policy.each;
  }
  bot.command.words.insert(bot.command.words.end(), settings.args.begin(), settings.args.end());
  bot.command.environment = settings.environment;
  for (const auto& [key, value] : settings.resources) bot.command.resources.*key->value = value;
  check_resources(bot.command.resources, bot.name);
  bot.is_for_one_game = bot.is_for_one_game || settings.is_for_one_game;
  bot.hash = hash_bot(bot.command, bot.files);
  std::vector<std::string> shown = published_command(bot.command.words);
  if (shown != bot.command.words) bot.shown_words = std::move(shown);
  return bot;
}

BotIdentity identify_bot(std::string_view word, const fs::path& folder, const ResourcePolicy& policy,
                         const std::string& name) {
  BotIdentity identity;
  if (std::error_code ignored; fs::is_directory(folder / word, ignored)) {
    const BotManifest manifest = read_bot_manifest(folder / word);
    identity = {manifest.name, manifest.author};
  } else if (name.empty()) {
    identity.name = find_bot(word, folder, policy).name;
  }
  if (!name.empty()) identity.name = name;
  return identity;
}

std::vector<std::string> published_command(const std::vector<std::string>& words) {
  std::vector<std::string> published;
  for (const std::string& word : words) published.push_back(published_word(word));
  return published;
}

bool plays_variant(const BotEntry& bot, std::string_view variant) {
  const auto plays = [&](const std::string& pattern) { return selects_variant(pattern, variant); };
  return bot.plays.empty() || std::any_of(bot.plays.begin(), bot.plays.end(), plays);
}

}  // namespace arena
