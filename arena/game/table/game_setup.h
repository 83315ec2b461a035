#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/bots/protocol/limits.h"
#include "arena/game/deals/dealing.h"
#include "engine/match.h"

namespace arena {

/// One game to play: all that a table needs beside its bots. A value; the rules must outlast the game.
struct GameSetup {
  std::string id;  ///< of the record
  const hearts::GameRules* rules = nullptr;
  hearts::MatchLength length;
  hearts::Seat first_dealer = 0;
  Dealing deal;
  Limits limits;  ///< those of a bot's process are its seat's
  /// By seat.
  std::vector<std::string> tokens;
  std::vector<std::uint32_t> bot_seeds;
  /// Numbers of the first questions; empty: numbers go on from the bot's last game.
  std::vector<int> first_questions;
  /// Told to the bots, by seat; empty: nobody is named.
  std::vector<std::string> names;
};

}  // namespace arena
