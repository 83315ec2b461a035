#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/protocol/limits.h"
#include "engine/match.h"
#include "engine/random.h"

namespace arena {

/// One game to play: all that a table needs to know beside its bots.
struct GameSetup {
  std::string id;  ///< of the record
  const hearts::GameRules* rules = nullptr;
  hearts::MatchLength length;
  hearts::Seat first_dealer = 0;
  /// The seed of the n-th hand's deal, from 1.
  std::function<hearts::Seed(int hand)> deal_seed;
  Limits limits;
  /// By seat.
  std::vector<std::string> tokens;
  std::vector<std::uint32_t> bot_seeds;
  /// Numbers of the first questions; empty: numbers go on from the bot's last game.
  std::vector<int> first_questions;
  /// Told to the bots, by seat; empty: nobody is named.
  std::vector<std::string> names;
};

}  // namespace arena
