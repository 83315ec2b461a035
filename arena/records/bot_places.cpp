#include "arena/records/bot_places.h"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>

#include "arena/base/text/json_file.h"
#include "arena/base/text/whole_file.h"
#include "arena/records/line_fields.h"

namespace arena {

namespace json = boost::json;

namespace {

constexpr int kVersion = 1;
/// As long as a line of records, which has the same bots.
constexpr std::size_t kFileBytesMax = 4 << 20;

}  // namespace

void keep_places(const std::filesystem::path& folder, const Manifest& manifest) {
  json::object bots;
  for (const BotEntry& bot : manifest.bots) {
    bots[bot.name] = {{"folder", bot.command.folder.string()}, {"command", json::value_from(bot.command.words)}};
  }
  write_whole(folder / kLocalFile, json::serialize(json::object{{"v", kVersion}, {"bots", std::move(bots)}}) + "\n");
}

void take_places(Manifest& manifest, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kLocalFile;
  if (std::error_code ignored; !std::filesystem::exists(file, ignored)) return;
  const json::value local = read_json_file(file, kFileBytesMax);
  read_at(file.string(), "this does not say where bots lie", [&] {
    if (member(local.as_object(), "v") != kVersion) throw std::runtime_error("its \"v\" is not 1");
    const json::object& bots = member(local.as_object(), "bots").as_object();
    for (BotEntry& bot : manifest.bots) {
      const json::value* place = bots.if_contains(bot.name);
      if (place == nullptr) continue;
      std::vector<std::string> words = json::value_to<std::vector<std::string>>(member(place->as_object(), "command"));
      bot.command.folder = text_of(place->as_object(), "folder");
      if (words != bot.command.words) bot.shown_words = std::exchange(bot.command.words, std::move(words));
    }
  });
}

}  // namespace arena
