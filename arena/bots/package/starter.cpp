#include "arena/bots/package/starter.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "arena/base/text/input_error.h"
#include "arena/base/text/json_spans.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/bots/package/path_search.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

bool is_called(const Starter& starter, std::string_view name) {
  return starter.language == name || std::ranges::count(words_of(starter.other_names), name) > 0;
}

/// Returns the manifest with another name. The rest of the text stays as it is.
std::string renamed(std::string_view manifest, const std::string& name) {
  const std::optional<JsonSpan> old = json_member(manifest, json_span(manifest), "name");
  if (!old) throw std::logic_error("a starter's bot.json has no \"name\"");
  return std::string(manifest).replace(old->begin, old->end - old->begin, fmt::format("\"{}\"", name));
}

}  // namespace

const Starter& find_starter(std::string_view name) {
  const auto found = std::ranges::find_if(starters(), [&](const Starter& each) { return is_called(each, name); });
  if (found != starters().end()) return *found;
  std::vector<std::string_view> names;
  for (const Starter& starter : starters()) names.push_back(starter.language);
  throw InputError("there is no starter bot in '" + printable(name, 40) + "'" + hearts::nearest_note(name, names) +
                   "; 'arena init --list' shows all");
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

BotManifest manifest_of(const Starter& starter) {
  for (const StarterFile& file : files_of(starter)) {
    if (file.path == kBotManifest) return parse_bot_manifest(std::string(file.path), file.text);
  }
  throw std::logic_error(fmt::format("the starter in {} has no bot.json", starter.language));
}

std::vector<std::string> missing_programs(const Starter& starter, const std::string& path) {
  const BotManifest bot = manifest_of(starter);
  std::vector<std::string> missing;
  if (!bot.build.empty() && !find_in_path(path, bot.build.front())) missing.push_back(bot.build.front());
  if (!has_own_program(bot) && !find_in_path(kBotPath, bot.command.front())) missing.push_back(bot.command.front());
  return missing;
}

std::string bot_name_for(const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
  return bot_name_from((whole.has_filename() ? whole : whole.parent_path()).filename().string());
}

void write_new_bot(const Starter& starter, const fs::path& folder) {
  const fs::file_status status = fs::status(folder);
  if (fs::exists(status) && (!fs::is_directory(status) || !fs::is_empty(folder))) {
    throw InputError(printable(folder.string()) + (fs::is_directory(status) ? " is not empty" : " is a file") +
                     "; a bot needs a folder of its own");
  }
  fs::create_directories(folder);
  const std::vector<StarterFile> files = files_of(starter);
  try {
    for (const StarterFile& file : files) {
      const bool is_manifest = file.path == "bot.json";
      write_whole(folder / file.path, is_manifest ? renamed(file.text, bot_name_for(folder)) : std::string(file.text));
    }
  } catch (...) {
    // Empty the folder again, so that the next try is not refused.
    std::error_code ignored;
    for (const StarterFile& file : files) fs::remove(folder / file.path, ignored);
    throw;
  }
}

}  // namespace arena
