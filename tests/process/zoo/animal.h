#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/bots/sandbox/isolation.h"

namespace zoo {

/// How the seat of a bot that forfeits was played, beside bots that take the first words offered.
enum class Play {
  house,  ///< by the house from its first question: the arena's answers for it are the house player's too
  own,    ///< by the bot, as honest: up to the question at which it forfeits, then by the house
};

/// What animals have in common: one test case for each.
enum class Kind {
  goes_away,
  falls_silent,
  takes_its_time,
  floods,
  talks_nonsense,
  cheats,
  is_odd,
  hogs,
  attacks,
  spies,
  colludes,
};

/// One bot of the zoo and what must come of it.
struct Animal {
  std::string name;  ///< its file without .py
  Kind kind;
  Play play;
  std::chrono::milliseconds time_max;  ///< for the whole run of four games, start and stop included
  std::string argument = {};           ///< of its command line; kRunFolder stands for that of the run it plays in
  std::string resources = {};          ///< what it asks for in bot.json, as in R"("processes": 8)"; empty: it has none
  std::string detail = {};             ///< the text of its every fault must contain this
};

inline constexpr const char* kRunFolder = "RUN";

/// All of them. Bots that are silent cost three times move and grace, those that stay when told to go the time to
/// quit, those that are never ready twice the time to start.
const std::vector<Animal>& animals();

/// What the head of an animal's file says. Its second line: what the bot does. Its third: "# fault: NAME", or "# fault:
/// NAME at LEVEL, NAME at LEVEL, ...". Its fourth: "# only in a sandbox" where the machine is to be kept from it.
struct Expectation {
  std::string faults;  ///< as in the head
  bool sandboxed_only = false;
  std::string does = {};  ///< a sentence

  /// "none" for those that commit none. Throws std::runtime_error when none is named for the level.
  std::string at(arena::Isolation isolation) const;
};

/// Throws std::runtime_error that names the file when its head is not as above.
Expectation read_expectation(const std::filesystem::path& file);

/// Its file in the repository.
std::filesystem::path file_of(const std::string& name);

}  // namespace zoo
