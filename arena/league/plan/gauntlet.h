#pragma once

#include <string>
#include <vector>

#include "arena/records/manifest.h"

namespace arena {

/// Makes the manifest in which challengers meet the bots of the last stage of another run, under its rules, limits and
/// settings: one challenger at each table. `challengers` are words as find_bot() takes them, `run` is a run's folder or
/// its games.jsonl, and `variants` are patterns of the run's variants to play, all if empty. Throws InputError for a bot
/// of the run whose files have changed or are gone, a challenger that plays there already, and where no challenger plays
/// any of the variants.
Manifest gauntlet_against(const std::string& run, const std::vector<std::string>& challengers,
                          const std::vector<std::string>& variants);

}  // namespace arena
