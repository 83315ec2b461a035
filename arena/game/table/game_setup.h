#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/bots/protocol/limits.h"
#include "arena/game/deals/dealing.h"
#include "engine/match.h"
#include "engine/rule_keys.h"

namespace arena {

/// One game to play: all that a table needs beside its bots. The rules must outlast the game.
struct GameSetup {
  std::string id;  ///< the game's id in records
  const hearts::GameRules* rules = nullptr;
  hearts::Seat first_dealer = 0;
  Dealing deal;
  int rule_keys = hearts::kRuleKeys;  ///< the bots are sent the keys with RuleKey::number up to this
  TableLimits limits;                 ///< except for the limits of a bot's process, which its seat has
  // By seat.
  std::vector<std::string> tokens;
  std::vector<std::uint32_t> bot_seeds;
  /// The numbers of the first questions. If it is empty, numbers continue from the bot's last game.
  std::vector<int> first_questions;
  /// The names that are sent to the bots. If it is empty, none are sent.
  std::vector<std::string> names;
};

}  // namespace arena
