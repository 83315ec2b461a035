#pragma once

#include <filesystem>

#include "arena/tournament/league.h"

namespace arena {

/// Reads a league file; FORMAT.md beside this file documents it. Throws InputError "FILE: ..." that names the key for
/// an unknown one, a wrong type, a value out of its range.
League read_league(const std::filesystem::path& path);

}  // namespace arena
