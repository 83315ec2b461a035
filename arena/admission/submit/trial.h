#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/league/plan/league.h"

namespace arena {

/// What a bot has played before it is entered.
struct LeagueTrial {
  int games = 0;
  std::vector<std::string> opponents;  ///< names of sample bots
  std::vector<std::string> variants;   ///< ids
  bool is_stopped = false;             ///< by a signal
};

/// Plays a few games of a hand each with the bot at each table and sample bots in the other seats, by the rules, limits
/// and resources of the league. `records`: an empty folder for what is recorded. Throws Refusal for a fault of the bot,
/// and where it plays no variant of the league; MachineFault and std::system_error.
LeagueTrial try_in_league(const BotEntry& bot, const League& league, const BotSandbox& sandbox,
                          const std::filesystem::path& records);

}  // namespace arena
