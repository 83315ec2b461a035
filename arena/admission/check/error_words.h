#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "arena/admission/check/cause.h"

namespace arena {

/// One of these stands in the text.
template <std::size_t N>
bool has_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// What stands behind the last `before`, up to `after` in its line; a space as `after` may be the line's end. Nothing: not
/// there.
std::optional<std::string> between(std::string_view text, std::string_view before, std::string_view after);

/// The word before the last place where this is said; nothing where it is not.
std::optional<std::string> word_before(std::string_view words, std::string_view said);

/// The folder HOME of whoever runs the arena; empty: not known.
std::string own_home();

/// The path that was not found; empty: the words name none.
std::string missing_path(std::string_view words);

/// What a bot without bot.json lacks, in words, lies beside its program. `note`: what was copied, see copied_note().
Cause lies_beside(const std::string& what, const std::string& note);

/// The file that was not found, and where it lies.
Cause lacks_file(const BotEntry& bot, const std::string& path);

/// The language did not read the program's source: an error of syntax, or a word of another version or shell.
std::optional<Cause> unreadable_source(const BotCommand& command, std::string_view words);

}  // namespace arena
