#include "arena/bots/package/bot_manifest.h"

#include <fmt/format.h>

#include <boost/json/value.hpp>

#include "arena/base/text/json_file.h"
#include "arena/base/text/json_value.h"
#include "arena/base/text/printable.h"
#include "arena/bots/package/bot_settings.h"
#include "arena/bots/package/path_search.h"
#include "arena/bots/package/starter_list.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

[[noreturn]] void refuse(const fs::path& manifest, const std::string& what) {
  throw InputError(manifest.string() + ": " + what);
}

/// Whether bots can see what the path leads to when links are followed: it must be in their own folder or in /usr. The
/// interpreter of a virtual environment is a link to that of the machine.
bool is_seen_by_bots(const fs::path& folder, const fs::path& path) {
  const fs::path place = fs::weakly_canonical(folder / path);
  return (path.is_relative() && is_within(folder, place)) || place.native().starts_with("/usr/");
}

/// The most words of a command, and the most patterns of variants.
constexpr int kWordsMax = 10'000;
constexpr std::string_view kTexts = R"(texts, as in ["python3", "bot.py"])";

BotManifest bot_manifest_of(const json::value& value, const std::string& file) {
  Problems problems(file);
  const JsonValue top(value, file + ":", problems);
  JsonKeys keys(top);
  BotManifest bot;
  const bool has_name = keys.read("name", [&](const JsonValue& name) {
    bot.name = name.any_text();
    if (!is_bot_name(bot.name)) name.refuse_type(kBotNameRule);
  });
  const auto read_text = [&](std::string_view key, std::string& text) {
    keys.read(key, [&](const JsonValue& field) { text = field.any_text(); });
  };
  const auto read_words = [&](std::string_view key, std::vector<std::string>& words) {
    return keys.read(key,
                     [&](const JsonValue& field) { words = field.each(1, kWordsMax, kTexts, &JsonValue::any_text); });
  };
  const bool has_command = read_words("command", bot.command);
  read_words("build", bot.build);
  read_words("plays", bot.plays);
  read_text("author", bot.author);
  read_text("version", bot.version);
  keys.read("resources", [&](const JsonValue& resources) { bot.resources = read_resources(resources); });
  keys.read("restart", [&](const JsonValue& restart) { bot.is_for_one_game = read_is_for_one_game(restart); });
  keys.report_others();
  if (!has_name) top.report("\"name\" is missing");
  if (!has_command) top.report("\"command\" is missing");
  problems.refuse_all();
  return bot;
}

}  // namespace

BotManifest parse_bot_manifest(const std::string& file, std::string_view text) {
  return bot_manifest_of(parse_json(file, text), file);
}

BotManifest read_bot_manifest(const fs::path& folder) {
  const fs::path file = folder / kBotManifest;
  return bot_manifest_of(read_json_file(file), file.string());
}

bool has_own_program(const BotManifest& manifest) { return manifest.command.front().find('/') != std::string::npos; }

void check_program(const BotManifest& manifest, const fs::path& folder) {
  const fs::path file = folder / kBotManifest;
  const std::string& program = manifest.command.front();
  if (!has_own_program(manifest)) {
    if (find_in_path(kBotPath, program)) return;
    const std::string install = install_command(program);
    refuse(file, "there is no program '" + printable(program) + "' in /usr/local/bin, /usr/bin or /bin; " +
                     (install.empty() ? "for a file in the bot's folder write './" + printable(program) + "'"
                                      : "to install it: " + install));
  }
  const fs::path own = fs::canonical(folder);
  if (fs::path(program).is_absolute()) {
    const std::string name = printable(fs::path(program).filename().string());
    const bool is_of_system = find_in_path(kBotPath, fs::path(program).filename().string()).has_value();
    refuse(file,
           "'" + printable(program) + "' is an absolute path; " +
               (is_of_system ? "for the system's program write only its name, \"command\": [\"" + name + "\", ...]"
                             : "put the program into the bot's folder and write './" + name + "'"));
  }
  if (!is_within(own, own / program))
    refuse(file, "'" + printable(program) +
                     "' leads out of the folder; put the program into the bot's folder and write './" +
                     printable(fs::path(program).filename().string()) + "'");
  if (!is_seen_by_bots(own, program)) {
    refuse(file,
           "'" + printable(program) + "' leads to " + printable(fs::weakly_canonical(own / program).string()) +
               ", but bots see only their own folder and /usr; make a virtual environment with /usr/bin/python3 -m "
               "venv, or name the system's program");
  }
  if (is_executable_file(folder / program)) return;
  std::error_code ignored;
  if (fs::is_directory(folder / program, ignored)) refuse(file, printable(program) + " is a folder");
  const bool is_there = fs::exists(folder / program, ignored);
  std::string build;
  for (const std::string& word : manifest.build) build += " " + printable(word);
  const std::string state = is_there ? " is not executable; " : " does not exist; ";
  const std::string usual = is_there ? "run chmod +x on it, or name the program that runs it in \"command\""
                                     : "build it first, or correct \"command\"";
  refuse(file, printable(program) + state + (build.empty() ? usual : "build it first:" + build));
}

}  // namespace arena
