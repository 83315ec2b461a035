#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/package/resource_policy.h"
#include "arena/bots/protocol/limit_keys.h"

namespace arena {

class JsonKeys;
class JsonValue;

/// What an organiser sets for one bot, in addition to what the bot says itself.
struct BotSettings {
  std::vector<std::string> args{};         ///< words that are added to its command
  std::vector<std::string> environment{};  ///< NAME=value, added to bot_environment()
  std::vector<ResourceValue> resources{};  ///< in place of what it asks for, whatever the policy
  bool is_for_one_game = false;            ///< see BotEntry
  std::vector<LimitValue> limits{};        ///< see BotEntry
};

/// Reads the keys `args`, `env`, `resources`, `restart` and `limits` of an entrant. Adds what is wrong to the problems
/// of the file.
BotSettings read_bot_settings(JsonKeys& keys);

/// Reads an object such as {"move_ms": 200}. Reports each limit that may not be there, with `advice` on what to do.
std::vector<LimitValue> read_limits(const JsonValue& object, bool (LimitKey::*may_be_there)() const = nullptr,
                                    std::string_view advice = {});

/// Reads the value of `restart`, which must be "game". Throws InputError otherwise.
bool read_is_for_one_game(const JsonValue& value);

}  // namespace arena
