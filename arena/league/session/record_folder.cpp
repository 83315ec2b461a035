#include "arena/league/session/record_folder.h"

#include <ctime>
#include <string>

#include "arena/base/text/input_error.h"
#include "arena/bots/package/path_search.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"

namespace arena {

namespace fs = std::filesystem;

namespace {

fs::path fresh_record_folder() {
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

}  // namespace

fs::path record_folder(const std::string& asked, const Manifest& manifest) {
  const fs::path folder = asked.empty() ? fresh_record_folder() : fs::path(asked);
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
  if (is_in_staging(whole))
    throw InputError(folder.string() + " is where copies of bots are removed; choose another --out");
  std::error_code ignored;
  const bool free =
      !fs::exists(whole, ignored) || fs::exists(whole / kGamesFile, ignored) || fs::is_empty(whole, ignored);
  for (const BotEntry& bot : manifest.bots) {
    if (bot.files != BotFiles::whole_folder) continue;
    if (!is_within(bot.command.folder, whole) || (whole != bot.command.folder && free)) continue;
    throw InputError(folder.string() + " has files of " + bot.name + " in it; choose another --out");
  }
  return folder;
}

}  // namespace arena
