#include "arena/bots/bot_entry.h"

#include <boost/json/object.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include "arena/bots/path_search.h"
#include "arena/bots/shown_command.h"
#include "arena/text/json_file.h"
#include "arena/text/printable.h"
#include "arena/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::string_view kManifest = "bot.json";

constexpr std::size_t kVersionDigitsMax = 4;

bool is_name_char(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

[[noreturn]] void refuse(const fs::path& manifest, const std::string& what) {
  throw InputError(manifest.string() + ": " + what);
}

std::string text_of(const fs::path& manifest, std::string_view key, const json::value& value) {
  if (!value.is_string()) refuse(manifest, "\"" + std::string(key) + "\" must be a text in quotes");
  std::string text(value.get_string());
  if (text.find('\0') != std::string::npos) refuse(manifest, "\"" + std::string(key) + "\" has a NUL in its text");
  return text;
}

std::vector<std::string> texts_of(const fs::path& manifest, std::string_view key, const json::value& value) {
  std::vector<std::string> texts;
  if (value.is_array()) {
    for (const json::value& item : value.get_array()) {
      if (item.is_string()) texts.push_back(text_of(manifest, key, item));
    }
  }
  if (texts.empty() || texts.size() != value.get_array().size()) {
    refuse(manifest, "\"" + std::string(key) + "\" must be a list of texts, as in [\"python3\", \"bot.py\"]");
  }
  return texts;
}

/// The relative path leads to something in the folder, links followed.
bool lies_in(const fs::path& folder, const fs::path& path) {
  const fs::path inside = fs::weakly_canonical(folder / path).lexically_relative(folder);
  return path.is_relative() && !inside.empty() && *inside.begin() != "..";
}

/// The path names something in the folder, links left as they are.
bool is_named_in(const fs::path& folder, const fs::path& path) {
  const fs::path inside = (folder / path).lexically_normal().lexically_relative(folder);
  return path.is_relative() && !inside.empty() && *inside.begin() != "..";
}

/// Bots see what it leads to, links followed, in their own folder and /usr: the interpreter of a virtual environment is a
/// link to that of the machine.
bool is_seen_by_bots(const fs::path& folder, const fs::path& path) {
  return lies_in(folder, path) || fs::weakly_canonical(folder / path).native().starts_with("/usr/");
}

BotEntry read_manifest(const fs::path& folder, const ResourcePolicy& policy) {
  const fs::path manifest = folder / kManifest;
  const json::value value = read_json_file(manifest);
  if (!value.is_object()) refuse(manifest, "must be an object: {\"name\": ..., \"command\": [...]}");

  BotEntry bot;
  std::vector<std::string> build;
  std::vector<ResourceValue> asked;
  bot.command.folder = fs::canonical(folder);
  const std::map<std::string_view, std::string*> texts = {
      {"name", &bot.name}, {"author", &bot.author}, {"version", &bot.version}};
  const std::map<std::string_view, std::vector<std::string>*> lists = {
      {"command", &bot.command.words}, {"build", &build}, {"plays", &bot.plays}};
  for (const auto& [key, field] : value.get_object()) {
    const std::string_view name(key.data(), key.size());
    if (texts.contains(name)) {
      *texts.at(name) = text_of(manifest, name, field);
    } else if (lists.contains(name)) {
      *lists.at(name) = texts_of(manifest, name, field);
    } else if (name == "resources") {
      asked = read_resources(field, manifest.string() + ": resources");
    } else {
      refuse(manifest, "unknown key \"" + printable(name, 40) +
                           "\"; known: name, command, author, version, build, plays, resources");
    }
  }
  for (const std::string key : {"name", "command"}) {
    if (!value.get_object().contains(key)) refuse(manifest, "\"" + key + "\" is missing");
  }
  if (!is_bot_name(bot.name)) refuse(manifest, "\"name\" must be " + std::string(kBotNameRule));

  bot.command.resources = granted(policy, asked, manifest.string() + ": " + bot.name);

  const std::string& program = bot.command.words.front();
  if (program.find('/') == std::string::npos) {
    if (place_in_path(kBotPath, program).empty()) {
      refuse(manifest, "there is no program '" + printable(program) +
                           "' in /usr/local/bin, /usr/bin or /bin; a file of the folder is named './" +
                           printable(program) + "'");
    }
  } else if (!is_named_in(bot.command.folder, program)) {
    refuse(manifest, "'" + printable(program) + "' leads out of the folder; a bot's program lies in its own folder");
  } else if (!is_seen_by_bots(bot.command.folder, program)) {
    refuse(manifest, "'" + printable(program) + "' leads to " +
                         printable(fs::weakly_canonical(bot.command.folder / program).string()) +
                         "; bots see their own folder and /usr alone");
  } else if (!is_executable_file(bot.command.folder / program)) {
    std::string hint;
    for (const std::string& word : build) hint += (hint.empty() ? "; build it first: " : " ") + printable(word);
    std::error_code ignored;
    refuse(manifest,
           printable(program) +
               (fs::exists(bot.command.folder / program, ignored) ? " is not executable" : " does not exist") + hint);
  }
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
  const bool system_program =
      words.front().find('/') == std::string::npos && !place_in_path(kBotPath, words.front()).empty();
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
  // "python3 bto.py": a slip is better told now than by the interpreter in the sandbox.
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with('-') && words[i].find_first_of("./") != std::string::npos) {
      throw InputError("the command '" + printable(text) + "' names the file '" + printable(words[i]) +
                       "', which is not there");
    }
  }
  BotEntry bot;
  bot.name = bot_name_from(fs::path(words.front()).stem().string());
  bot.command = {"/usr", words};
  bot.files = BotFiles::named;
  return bot;
}

}  // namespace

std::string word_for(const BotEntry& bot) {
  const auto seen_from_here = [](const fs::path& path) {
    std::error_code error;
    const fs::path here = fs::current_path(error);
    const fs::path relative = path.lexically_relative(here);
    return (error || relative.empty() || *relative.begin() == ".." ? path : relative).string();
  };
  if (bot.files == BotFiles::whole_folder) return in_shell(seen_from_here(bot.command.folder));
  std::string words;
  for (const std::string& word : bot.command.words) {
    const bool own = word.starts_with("./");
    words += (words.empty() ? "" : " ") + (own ? seen_from_here(bot.command.folder / word.substr(2)) : word);
  }
  return in_shell(words);
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
  if (quote != 0) throw InputError("the command '" + printable(text) + "' has an open quote");
  if (inside) words.push_back(word);
  return words;
}

bool is_bot_name(std::string_view name) {
  // Nor an option of a command, nor a formula of a spreadsheet.
  return !name.empty() && name.front() != '-' && name.size() <= kBotNameMax &&
         std::all_of(name.begin(), name.end(), is_name_char);
}

bool is_recorded_name(std::string_view name) {
  const std::string_view own = unversioned(name);
  if (!is_bot_name(own)) return false;
  if (own == name) return true;
  const std::string_view version = name.substr(own.size() + 1);
  return !version.empty() && version.size() <= kVersionDigitsMax && version.front() != '0' && version != "1" &&
         std::ranges::all_of(version, [](char c) { return c >= '0' && c <= '9'; });
}

std::string version_name(const std::string& name, int version) {
  return version == 1 ? name : name + "~" + std::to_string(version);
}

std::string_view unversioned(std::string_view name) { return name.substr(0, name.find('~')); }

std::string bot_name_from(std::string_view text) {
  std::string name(text.substr(0, kBotNameMax));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_name_char(c); }, '_');
  if (name.starts_with('-')) name.front() = '_';
  return name.empty() ? "bot" : name;
}

BotEntry find_bot(std::string_view word, const fs::path& folder, const ResourcePolicy& policy) {
  const fs::path path = folder / word;
  std::error_code ignored;
  BotEntry bot;
  if (fs::is_directory(path, ignored)) {
    if (!fs::exists(path / kManifest, ignored))
      throw InputError(path.string() + " has no bot.json; protocol.md says what goes into it");
    bot = read_manifest(path, policy);
  } else {
    const bool is_file = fs::is_regular_file(path, ignored);
    if (is_file && !is_executable_file(path)) {
      throw InputError(path.string() +
                       " is not executable: chmod +x it, or name its interpreter in quotes (\"python3 " +
                       path.string() + "\")");
    }
    bot = is_file ? bot_of_file(path, {}, {}) : bot_of_command(word, folder);
    bot.command.resources = policy.each;
  }
  bot.hash = hash_bot(bot.command, bot.files);
  std::vector<std::string> shown = shown_command(bot.command.words);
  if (shown != bot.command.words) bot.shown_words = std::move(shown);
  return bot;
}

bool plays_variant(const BotEntry& bot, std::string_view variant) {
  const auto plays = [&](const std::string& pattern) { return means_variant(pattern, variant); };
  return bot.plays.empty() || std::any_of(bot.plays.begin(), bot.plays.end(), plays);
}

}  // namespace arena
