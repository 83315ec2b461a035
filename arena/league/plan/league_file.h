#pragma once

#include <filesystem>

#include "arena/league/plan/league.h"

namespace arena {

/// Reads a league file, which FORMAT.md in this folder documents. `entrants_min` is how many bots it must have: with
/// 0 or 1 the league may still be waiting for bots. Throws InputError "FILE: ...", which names the key, for an unknown
/// key, a wrong type, or a value out of range.
League read_league(const std::filesystem::path& path, int entrants_min = 2);

}  // namespace arena
