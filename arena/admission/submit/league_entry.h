#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// The text of a league file that has another entrant: `word` in place of `old`, if there is one, else behind the
/// others. All else stays as it is laid out. Throws InputError "NAME: ..." when it has no list of entrants.
std::string with_entrant(std::string_view name, std::string_view text, std::string_view word,
                         const std::optional<std::string>& old);

/// Writes such a text in place of the league file, whole or not at all, if it is a league still. Throws InputError when
/// it is none, std::system_error when it cannot be written.
void enter_in_league(const std::filesystem::path& file, std::string_view word, const std::optional<std::string>& old);

}  // namespace arena
