#include "arena/bots/starter.h"

#include <unistd.h>
#include <boost/json/object.hpp>

#include <algorithm>
#include <array>
#include <boost/json/value_to.hpp>
#include <filesystem>
#include <stdexcept>

#include "arena/text/json_file.h"
#include "arena/text/printable.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::array kStarters = {
    Starter{"python", "Python", "python3", "bot.py", "", "python3 py"},
    Starter{"python-client", "Python, on the client module", "python3", "bot.py", "client/python/hearts_client.py", ""},
    Starter{"c", "C", "gcc libc6-dev", "bot.c", "", ""},
    Starter{"cpp", "C++", "g++", "bot.cpp", "", "c++ cxx cc"},
    Starter{"cpp-client", "C++, on the client module", "g++", "bot.cpp", "client/cpp/hearts_client.h", "c++-client"},
    Starter{"javascript", "JavaScript", "nodejs", "bot.js", "", "js node nodejs"},
    Starter{"java", "Java", "default-jdk-headless", "Bot.java", "", ""},
    Starter{"go", "Go", "golang-go", "bot.go", "", "golang"},
    Starter{"rust", "Rust", "rustc", "bot.rs", "", "rs"},
    Starter{"bash", "bash", "bash", "bot.sh", "", "sh shell"},
    Starter{"awk", "awk", "mawk", "bot.awk", "", "mawk gawk"},
    Starter{"perl", "Perl", "perl", "bot.pl", "", "pl"},
    Starter{"lua", "Lua", "lua5.4", "bot.lua", "", "lua5.4"},
};

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(by), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool is_called(const Starter& starter, std::string_view name) {
  const std::vector<std::string_view> others = split(starter.other_names, ' ');
  return starter.language == name || std::find(others.begin(), others.end(), name) != others.end();
}

bool is_in(std::string_view path, std::string_view program) {
  const std::vector<std::string_view> folders = split(path, ':');
  return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
    const fs::path file = fs::path(folder) / program;
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  });
}

std::vector<std::string> words_of(const json::object& manifest, std::string_view key) {
  const json::value* words = manifest.if_contains(key);
  return words == nullptr ? std::vector<std::string>{} : json::value_to<std::vector<std::string>>(*words);
}

}  // namespace

std::span<const Starter> starters() { return kStarters; }

const Starter& find_starter(std::string_view name) {
  const auto found =
      std::find_if(kStarters.begin(), kStarters.end(), [&](const Starter& each) { return is_called(each, name); });
  if (found != kStarters.end()) return *found;
  std::vector<std::string_view> names;
  for (const Starter& starter : kStarters) names.push_back(starter.language);
  throw InputError("there is no starter in '" + printable(name, 40) + "'; the nearest is " +
                   std::string(hearts::nearest_name(name, names)) + "; 'arena init --list' shows all");
}

std::vector<StarterFile> files_of(const Starter& starter) {
  const std::string folder = "starters/" + std::string(starter.language) + "/";
  std::vector<StarterFile> files;
  for (StarterFile file : starter_files()) {
    if (!file.path.starts_with(folder) && file.path != starter.module) continue;
    file.path.remove_prefix(file.path.rfind('/') + 1);
    files.push_back(file);
  }
  return files;
}

StarterCommands commands_of(const Starter& starter) {
  for (const StarterFile& file : files_of(starter)) {
    if (file.path != "bot.json") continue;
    const json::value manifest = parse_json(file.path, file.text);
    return {words_of(manifest.as_object(), "build"), words_of(manifest.as_object(), "command")};
  }
  throw std::logic_error("the starter in " + std::string(starter.language) + " has no bot.json");
}

std::vector<std::string> missing_programs(const Starter& starter, std::string_view path) {
  const StarterCommands commands = commands_of(starter);
  std::vector<std::string> missing;
  if (!commands.build.empty() && !is_in(path, commands.build.front())) missing.push_back(commands.build.front());
  const std::string& program = commands.start.front();
  const bool is_own = program.find('/') != std::string::npos;
  if (!is_own && !is_in("/usr/local/bin:/usr/bin:/bin", program)) missing.push_back(program);
  return missing;
}

}  // namespace arena
