#pragma once

#include <string>
#include <vector>

#include "arena/records/timing_sums.h"

namespace arena {

/// What an organiser wants to know of a run's clocks, a sentence each; nothing where all was quiet: in how many games
/// the machine was busy, and which bots used much processor time while others were to move or in between.
std::vector<std::string> timing_sentences(const TimingSums& sums);

}  // namespace arena
