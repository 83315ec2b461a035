#include "arena/cli/record_place.h"

#include <ctime>

#include "arena/text/json_file.h"
#include "arena/records/run_folder.h"

namespace arena::cli {

namespace fs = std::filesystem;

fs::path fresh_folder() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &local);
  fs::path folder = fs::path("results") / stamp;
  for (int again = 2; fs::exists(folder); ++again)
    folder = fs::path("results") / (std::string(stamp) + "-" + std::to_string(again));
  return folder;
}

void check_place(const fs::path& folder, const Manifest& manifest) {
  const fs::path place = fs::weakly_canonical(fs::absolute(folder));
  std::error_code ignored;
  const bool free =
      !fs::exists(place, ignored) || fs::exists(place / kGamesFile, ignored) || fs::is_empty(place, ignored);
  for (const BotEntry& bot : manifest.bots) {
    if (bot.files != BotFiles::whole_folder) continue;
    const fs::path inside = place.lexically_relative(bot.command.folder);
    if (inside.empty() || *inside.begin() == ".." || (inside != "." && free)) continue;
    throw InputError(folder.string() + " has files of " + bot.name + " in it; choose another --out");
  }
}

}  // namespace arena::cli
