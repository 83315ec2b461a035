#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

inline constexpr std::size_t kBotNameMax = 32;
/// The rule for a bot's name, to follow "must be".
inline constexpr std::string_view kBotNameRule =
    "1 to 32 of the characters A-Z a-z 0-9 _ . -, with no . at either end and no - at the start";
/// Whether this may be the name of a bot. Such a name is also safe as the name of a file or a folder: it is neither "."
/// nor "..", and not hidden.
bool is_bot_name(std::string_view name);
/// Whether this is a name as records have it: a bot's name, followed by ~ and the number for its versions from 2 on, as
/// in "duck~2".
bool is_recorded_name(std::string_view name);
/// Returns the name of a bot's version, from 1, as records have it.
std::string version_name(const std::string& name, int version);
/// Returns the bot's own name in a name as records have it.
std::string_view unversioned(std::string_view name);
/// Makes a name of any text: replaces what is not allowed by _, and cuts the text if it is too long.
std::string bot_name_from(std::string_view text);

}  // namespace arena
