#include "arena/league/manifest.h"

#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>

#include "arena/chance/digest.h"
#include "arena/league/json_file.h"
#include "arena/protocol/bot_line.h"
#include "engine/rule_keys.h"

namespace arena {
namespace {

namespace json = boost::json;

json::object limits_json(const Limits& limits) {
  return {{"startup_ms", limits.startup.count()},
          {"move_ms", limits.move.count()},
          {"bank_ms", limits.bank.count()},
          {"increment_ms", limits.increment.count()},
          {"grace_ms", limits.grace.count()},
          {"quit_ms", limits.quit.count()},
          {"tries", limits.tries},
          {"faults", limits.faults},
          {"stray_lines", limits.stray_lines},
          {"live_events", limits.live_events}};
}

Limits read_limits(const json::object& object) {
  const auto ms = [&](const char* key) {
    return std::chrono::milliseconds(json::value_to<std::int64_t>(object.at(key)));
  };
  Limits limits;
  limits.startup = ms("startup_ms");
  limits.move = ms("move_ms");
  limits.bank = ms("bank_ms");
  limits.increment = ms("increment_ms");
  limits.grace = ms("grace_ms");
  limits.quit = ms("quit_ms");
  limits.tries = json::value_to<int>(object.at("tries"));
  limits.faults = json::value_to<int>(object.at("faults"));
  limits.stray_lines = json::value_to<int>(object.at("stray_lines"));
  limits.live_events = object.at("live_events").as_bool();
  return limits;
}

json::object bot_json(const BotEntry& bot) {
  json::object object = {{"name", bot.name}, {"hash", bot.hash}, {"folder", bot.command.folder.string()}};
  object["command"] = json::value_from(bot.command.words);
  if (!bot.author.empty()) object["author"] = bot.author;
  if (!bot.version.empty()) object["version"] = bot.version;
  return object;
}

BotEntry read_bot(const json::object& object) {
  BotEntry bot;
  bot.name = json::value_to<std::string>(object.at("name"));
  bot.hash = json::value_to<std::string>(object.at("hash"));
  bot.command.folder = json::value_to<std::string>(object.at("folder"));
  bot.command.words = json::value_to<std::vector<std::string>>(object.at("command"));
  if (const json::value* author = object.if_contains("author")) bot.author = json::value_to<std::string>(*author);
  if (const json::value* version = object.if_contains("version")) bot.version = json::value_to<std::string>(*version);
  return bot;
}

}  // namespace

std::string rules_hash(const hearts::Rules& rules) { return hex(digest_of(hearts::rules_text(rules))); }

json::object manifest_json(const Manifest& manifest, std::string_view isolation) {
  json::array bots;
  for (const BotEntry& bot : manifest.bots) bots.push_back(bot_json(bot));
  return {{"v", 1},
          {"type", "run"},
          {"protocol", kProtocolVersion},
          {"variant", manifest.variant},
          {"rules", manifest.rules_hash},
          {"bots", std::move(bots)},
          {"games", manifest.games},
          {"hands_max", manifest.length.hands_max},
          {"hands_fixed", manifest.length.fixed},
          {"limits", limits_json(manifest.limits)},
          {"reveal_names", manifest.reveal_names},
          {"isolation", isolation},
          {"commitment", manifest.commitment}};
}

Manifest read_manifest(const json::object& line, std::string_view place) {
  try {
    if (line.at("type") != "run") throw std::runtime_error("the first line is not of type \"run\"");
    if (line.at("v") != 1)
      throw std::runtime_error("it has schema " + json::serialize(line.at("v")) + ", this arena reads 1");
    Manifest manifest;
    manifest.variant = json::value_to<std::string>(line.at("variant"));
    manifest.rules_hash = json::value_to<std::string>(line.at("rules"));
    for (const json::value& bot : line.at("bots").as_array()) manifest.bots.push_back(read_bot(bot.as_object()));
    manifest.games = json::value_to<int>(line.at("games"));
    manifest.length.hands_max = json::value_to<int>(line.at("hands_max"));
    if (manifest.games < 1 || manifest.length.hands_max < 1) throw std::runtime_error("it is for no game or no hand");
    manifest.length.fixed = line.at("hands_fixed").as_bool();
    manifest.limits = read_limits(line.at("limits").as_object());
    manifest.reveal_names = line.at("reveal_names").as_bool();
    manifest.commitment = json::value_to<std::string>(line.at("commitment"));
    return manifest;
  } catch (const std::exception& error) {
    throw InputError(std::string(place) + ": this is not the start of a run's records: " + error.what());
  }
}

std::string manifest_difference(const Manifest& recorded, const Manifest& wanted) {
  if (recorded.variant != wanted.variant) return "it plays " + recorded.variant + ", not " + wanted.variant;
  if (recorded.rules_hash != wanted.rules_hash) return "the rules of " + recorded.variant + " have changed since";
  if (recorded.bots.size() != wanted.bots.size()) {
    return "it has " + std::to_string(recorded.bots.size()) + " bots, not " + std::to_string(wanted.bots.size());
  }
  for (std::size_t i = 0; i < recorded.bots.size(); ++i) {
    const BotEntry& was = recorded.bots[i];
    const BotEntry& is = wanted.bots[i];
    if (was.name != is.name) return "its bot " + std::to_string(i + 1) + " is " + was.name + ", not " + is.name;
    if (was.hash != is.hash) return "the files or the command of " + was.name + " have changed since";
  }
  if (recorded.games != wanted.games) {
    return "it is for " + std::to_string(recorded.games) + " games, not " + std::to_string(wanted.games);
  }
  if (recorded.length.hands_max != wanted.length.hands_max || recorded.length.fixed != wanted.length.fixed) {
    return "its games have another number of hands";
  }
  if (recorded.limits != wanted.limits) return "it has other limits of time or patience";
  if (recorded.reveal_names != wanted.reveal_names) return "it reveals names differently";
  if (recorded.commitment != wanted.commitment) return "it was started from another seed";
  return {};
}

}  // namespace arena
