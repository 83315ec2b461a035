#pragma once

#include <string_view>
#include <vector>

#include "tests/process/cheats/cheat_game.h"

namespace cheats {

/// What an arena does too lightly. All else is as in the real one.
enum class Flaw {
  one_process,          ///< one process of a bot plays all games, the same deal again in another seat too
  few_deals,            ///< the deal follows from a number of 16 bits
  invertible_bot_seed,  ///< the deal and the seeds of the bots follow from one number, these by a mix that is one to one
};

/// Plays so many blocks with real processes, "cheat_bot MODE" against three honest ones, on the deals of this seed. The
/// games as that bot saw them. Throws std::runtime_error when a bot is at fault.
std::vector<CheatGame> play_careless(Flaw flaw, std::string_view mode, std::string_view seed, int blocks);

}  // namespace cheats
