#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace arena {

/// The text that explains the keys of a new league's file. It is beside the file, because JSON has no comments.
inline constexpr std::string_view kLeagueNotesFile = "league.txt";

/// Makes a league to begin with: a folder with a league file that has the keys an organiser changes first, and a text
/// that explains them. `first_bot` is the league's only entrant; if it is empty, there is none. Throws InputError if
/// the folder is not empty, and std::system_error if it cannot be written.
void write_new_league(const std::filesystem::path& folder, const std::string& first_bot);

}  // namespace arena
