#include "arena/bots/package/bot_manifest.h"

#include <boost/json/object.hpp>
#include <map>

#include "arena/base/text/json_file.h"
#include "arena/base/text/printable.h"
#include "arena/bots/package/bot_name.h"
#include "arena/bots/package/path_search.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

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
  return path.is_relative() && is_within(folder, fs::weakly_canonical(folder / path));
}

/// Bots see what it leads to, links followed, in their own folder and /usr: the interpreter of a virtual environment is a
/// link to that of the machine.
bool is_seen_by_bots(const fs::path& folder, const fs::path& path) {
  return lies_in(folder, path) || fs::weakly_canonical(folder / path).native().starts_with("/usr/");
}

}  // namespace

BotManifest read_bot_manifest(const fs::path& folder) {
  const fs::path manifest = folder / kBotManifest;
  const json::value value = read_json_file(manifest);
  if (!value.is_object()) refuse(manifest, "must be an object: {\"name\": ..., \"command\": [...]}");

  BotManifest bot;
  const std::map<std::string_view, std::string*> texts = {
      {"name", &bot.name}, {"author", &bot.author}, {"version", &bot.version}};
  const std::map<std::string_view, std::vector<std::string>*> lists = {
      {"command", &bot.command}, {"build", &bot.build}, {"plays", &bot.plays}};
  for (const auto& [key, field] : value.get_object()) {
    const std::string_view name(key.data(), key.size());
    if (texts.contains(name)) {
      *texts.at(name) = text_of(manifest, name, field);
    } else if (lists.contains(name)) {
      *lists.at(name) = texts_of(manifest, name, field);
    } else if (name == "resources") {
      bot.resources = read_resources(field, manifest.string() + ": resources");
    } else {
      refuse(manifest, "unknown key \"" + printable(name, 40) +
                           "\"; known: name, command, author, version, build, plays, resources");
    }
  }
  for (const std::string key : {"name", "command"}) {
    if (!value.get_object().contains(key)) refuse(manifest, "\"" + key + "\" is missing");
  }
  if (!is_bot_name(bot.name)) refuse(manifest, "\"name\" must be " + std::string(kBotNameRule));
  return bot;
}

bool has_own_program(const BotManifest& manifest) { return manifest.command.front().find('/') != std::string::npos; }

void check_program(const BotManifest& manifest, const fs::path& folder) {
  const fs::path file = folder / kBotManifest;
  const std::string& program = manifest.command.front();
  if (!has_own_program(manifest)) {
    if (!place_in_path(kBotPath, program).empty()) return;
    refuse(file, "there is no program '" + printable(program) +
                     "' in /usr/local/bin, /usr/bin or /bin; a file of the folder is named './" + printable(program) +
                     "'");
  }
  const fs::path own = fs::canonical(folder);
  if (fs::path(program).is_absolute() || !is_within(own, own / program))
    refuse(file, "'" + printable(program) + "' leads out of the folder; a bot's program lies in its own folder");
  if (!is_seen_by_bots(own, program)) {
    refuse(file, "'" + printable(program) + "' leads to " + printable(fs::weakly_canonical(own / program).string()) +
                     "; bots see their own folder and /usr alone: make a virtual environment with /usr/bin/python3 -m "
                     "venv, or name the system's program");
  }
  if (is_executable_file(folder / program)) return;
  std::error_code ignored;
  if (fs::is_directory(folder / program, ignored)) refuse(file, printable(program) + " is a folder");
  const bool is_there = fs::exists(folder / program, ignored);
  std::string build;
  for (const std::string& word : manifest.build) build += " " + printable(word);
  const std::string state = is_there ? " is not executable; " : " does not exist; ";
  const std::string usual =
      is_there ? "make it so: chmod +x, or name what runs it in \"command\"" : "build it first, or mend \"command\"";
  refuse(file, printable(program) + state + (build.empty() ? usual : "build it first:" + build));
}

}  // namespace arena
