#include "arena/bots/new_bot.h"

#include <algorithm>
#include <stdexcept>

#include "arena/bots/bot_entry.h"
#include "arena/text/input_error.h"
#include "arena/text/printable.h"
#include "arena/text/whole_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// The manifest with another name. All else stays as it was laid out.
std::string renamed(std::string_view manifest, const std::string& name) {
  static constexpr std::string_view kKey = "\"name\": \"";
  const std::size_t key = manifest.find(kKey);
  const std::size_t start = key + kKey.size();
  const std::size_t end = key == std::string_view::npos ? key : manifest.find('"', start);
  if (end == std::string_view::npos) throw std::logic_error("a starter's bot.json has no \"name\"");
  return std::string(manifest).replace(start, end - start, name);
}

}  // namespace

std::string bot_name_for(const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
  std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  name.resize(std::min(name.size(), kBotNameMax));
  for (char& c : name) {
    if (!is_bot_name(std::string_view(&c, 1))) c = '_';
  }
  return name.empty() ? "bot" : name;
}

void write_new_bot(const Starter& starter, const fs::path& folder) {
  const fs::file_status status = fs::status(folder);
  if (fs::exists(status) && !fs::is_directory(status)) {
    throw InputError(printable(folder.string()) + " is a file; a bot needs a folder of its own");
  }
  if (fs::exists(status) && !fs::is_empty(folder)) {
    throw InputError(printable(folder.string()) + " is not empty; a bot needs a folder of its own");
  }
  fs::create_directories(folder);
  const std::vector<StarterFile> files = files_of(starter);
  try {
    for (const StarterFile& file : files) {
      const bool is_manifest = file.path == "bot.json";
      write_whole(folder / file.path, is_manifest ? renamed(file.text, bot_name_for(folder)) : std::string(file.text));
    }
  } catch (...) {
    // Empty again: the next try is not refused.
    std::error_code ignored;
    for (const StarterFile& file : files) fs::remove(folder / file.path, ignored);
    throw;
  }
}

}  // namespace arena
