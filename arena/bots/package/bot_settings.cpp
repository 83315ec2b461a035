#include "arena/bots/package/bot_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/value.hpp>
#include <string_view>

#include "arena/base/text/json_value.h"
#include "arena/bots/sandbox/sandbox.h"

namespace arena {
namespace {

constexpr int kArgsMax = 100;
constexpr std::size_t kVariablesMax = 16;
constexpr std::size_t kVariableBytesMax = 1000;

bool is_variable_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && (name[0] < '0' || name[0] > '9') && std::ranges::all_of(name, fits);
}

/// Reads an object of environment variables as NAME=value. Refuses those that the arena sets itself.
std::vector<std::string> read_environment(const JsonValue& value) {
  std::vector<std::string> variables;
  const auto members = value.members();
  if (members.size() > kVariablesMax)
    value.refuse(fmt::format("must have at most {} variables, not {}", kVariablesMax, members.size()));
  for (const auto& [name, text] : members) {
    if (!is_variable_name(name))
      value.refuse("has a name that no variable can have; use letters, digits and _, with no digit at the start");
    const std::string start = name + "=";
    const auto is_set = [&](const std::string& variable) { return variable.starts_with(start); };
    if (std::ranges::any_of(bot_environment(), is_set)) text.refuse("is set by the arena and cannot be changed");
    variables.push_back(start + text.any_text());
    if (variables.back().size() > kVariableBytesMax)
      text.refuse(fmt::format("must have at most {} bytes with its name", kVariableBytesMax));
  }
  return variables;
}

}  // namespace

BotSettings read_bot_settings(JsonKeys& keys) {
  BotSettings settings;
  keys.read("args",
            [&](const JsonValue& args) { settings.args = args.each(1, kArgsMax, "texts", &JsonValue::any_text); });
  keys.read("env", [&](const JsonValue& env) { settings.environment = read_environment(env); });
  keys.read("resources", [&](const JsonValue& resources) { settings.resources = read_resources(resources); });
  keys.read("restart", [&](const JsonValue& restart) { settings.is_for_one_game = read_is_for_one_game(restart); });
  keys.read("limits", [&](const JsonValue& limits) {
    settings.limits = read_limits(limits, &LimitKey::may_be_of_bot, "it is the same for all bots");
  });
  return settings;
}

std::vector<LimitValue> read_limits(const JsonValue& object, bool (LimitKey::*may_be_there)() const,
                                    std::string_view advice) {
  std::vector<LimitValue> given;
  JsonKeys keys(object);
  for (const LimitKey& key : limit_keys()) {
    keys.read(key.name, [&](const JsonValue& field) {
      given.emplace_back(&key, key.flag() ? field.flag() : field.whole(key.least, key.most));
      if (may_be_there != nullptr && !(key.*may_be_there)())
        object.report(fmt::format("cannot have {}: {}, so set it in the league's \"limits\"", key.name, advice));
    });
  }
  keys.report_others();
  return given;
}

bool read_is_for_one_game(const JsonValue& value) {
  if (value.any_text() != "game") value.refuse(R"(must be "game", for a fresh process in each game)");
  return true;
}

}  // namespace arena
