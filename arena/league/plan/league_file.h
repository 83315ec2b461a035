#pragma once

#include <filesystem>

#include "arena/league/plan/league.h"

namespace arena {

/// Reads a league file; FORMAT.md beside this file documents it. Throws InputError "FILE: ..." that names the key for
/// an unknown one, a wrong type, a value out of its range.
/// `entrants_min`: so many bots it must have; with 0 and 1 it is one that is still open for bots.
League read_league(const std::filesystem::path& path, int entrants_min = 2);

}  // namespace arena
