#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/bots/package/bot_entry.h"
#include "arena/league/plan/resolve_league.h"

namespace arena {

/// The games that a bot has played before it is entered.
struct LeagueTrial {
  int games = 0;
  std::vector<std::string> opponents;  ///< names of sample bots
  std::vector<std::string> variants;   ///< ids
  bool is_stopped = false;             ///< a signal stopped the games
};

/// Plays a few games of one hand each, with the bot at every table and sample bots in the other seats. The rules,
/// limits and resources are the league's. `records` is an empty folder for the records. Throws Refusal for a fault of
/// the bot, or if it plays no variant of the league; also MachineFault and std::system_error.
LeagueTrial try_in_league(const BotEntry& bot, const League& league, const BotSandbox& sandbox,
                          const std::filesystem::path& records);

}  // namespace arena
