#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

inline constexpr std::size_t kBotNameMax = 32;
/// What a bot's name must be.
inline constexpr std::string_view kBotNameRule = "1 to 32 of A-Z a-z 0-9 _ . -, the first one not -";
bool is_bot_name(std::string_view name);
/// A name in records: that of a bot, and behind a later version of it a ~ and the version's number from 2: "duck~2".
bool is_recorded_name(std::string_view name);
/// The name of a version of a bot, from 1, and the bot's own name in it.
std::string version_name(const std::string& name, int version);
std::string_view unversioned(std::string_view name);
/// A name made of any text: what is not allowed in one becomes _, what is too long is cut.
std::string bot_name_from(std::string_view text);

}  // namespace arena
