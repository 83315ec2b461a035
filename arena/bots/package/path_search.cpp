#include "arena/bots/package/path_search.h"

#include <unistd.h>

#include <cstdlib>

#include "engine/typed_text.h"

namespace arena {

namespace fs = std::filesystem;

bool is_executable_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> find_in_path(std::string_view path, std::string_view program) {
  for (const std::string_view folder : hearts::split(path, ":")) {
    if (folder.empty()) continue;
    if (fs::path place = fs::path(folder) / program; is_executable_file(place)) return place;
  }
  return std::nullopt;
}

bool is_within(const fs::path& folder, const fs::path& path) {
  const fs::path inside = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !inside.empty() && *inside.begin() != "..";
}

std::string_view own_path() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "" : path;
}

}  // namespace arena
