#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace zoo {

/// How the seat of a bot was played, beside bots that take the first words offered.
enum class Play {
  house,       ///< by the house from its first question: the arena's answers for it are the house player's too
  own,         ///< by the bot to the end, as honest
  own_so_far,  ///< by the bot, as honest, up to the question at which it forfeits, then by the house
};

/// One bot of the zoo and what must come of it.
struct Animal {
  std::string name;
  Play play;
  std::chrono::milliseconds time_max;  ///< for the whole run of one game, start and stop included
};

/// All of them. Bots that are silent cost three times move and grace, those that stay when told to go the time to
/// quit, those that are never ready twice the time to start.
const std::vector<Animal>& animals();

/// The fault in the third line of its file, "# fault: NAME"; "none" for those that commit none.
std::string expected_fault(const std::string& name);

}  // namespace zoo
