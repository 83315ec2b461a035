#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/protocol/limits.h"
#include "arena/table/table_hand.h"
#include "engine/deal.h"
#include "engine/match.h"
#include "engine/random.h"

namespace arena {

/// The cards of the n-th hand, from 1; `again`: of the hand that is dealt in place of one thrown in.
using Dealing = std::function<DealtHand(int hand, bool again, hearts::Seat dealer)>;

/// Shuffles with the seed of each hand; with that of -N the one that is dealt in place of hand N. The rules must outlast
/// it.
inline Dealing shuffled(const hearts::GameRules& rules, std::function<hearts::Seed(int hand)> seed) {
  return [&rules, seed = std::move(seed)](int hand, bool again, hearts::Seat dealer) {
    hearts::Random random(seed(again ? -hand : hand));
    return DealtHand{hearts::deal_cards(rules, dealer, random), {}};
  };
}

/// One game to play: all that a table needs to know beside its bots.
struct GameSetup {
  std::string id;  ///< of the record
  const hearts::GameRules* rules = nullptr;
  hearts::MatchLength length;
  hearts::Seat first_dealer = 0;
  Dealing deal;
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
