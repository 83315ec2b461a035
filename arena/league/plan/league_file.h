#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "arena/league/plan/league.h"

namespace arena {

/// The name of the league file in a league's folder.
inline constexpr std::string_view kLeagueFile = "league.json";

/// Returns the league file that a user means by a path: a file whose name ends in .json, or a folder with a league.json
/// that is not the folder of a bot. Returns nothing if the path means something else.
std::optional<std::filesystem::path> league_file_at(const std::filesystem::path& given);

/// Reads a league file, which FORMAT.md in this folder documents. `entrants_min` is how many bots it must have: with
/// 0 or 1 the league may still be waiting for bots. Throws InputError "FILE: ...", which names each unknown key, wrong
/// type, and value out of range.
League read_league(const std::filesystem::path& path, int entrants_min = 2);

}  // namespace arena
