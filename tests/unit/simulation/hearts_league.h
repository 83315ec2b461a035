#pragma once

#include <string>
#include <vector>

#include "arena/game/schedule/schedule.h"
#include "arena/results/ratings/block_scores.h"
#include "engine/game_rules.h"
#include "engine/hand.h"
#include "engine/random.h"

namespace arena {

/// A simulated player of real Hearts. It ducks, discards what costs most, and leads low.
struct HeartsPlayer {
  double blunders = 0;  ///< the probability that it plays a random legal card instead
  int friend_bot = -1;  ///< the bot that it helps; -1 for none
  /// How it helps: it never discards a penalty card on a trick that its friend would take, and takes tricks with points
  /// from its friend if it can.
  bool takes_points = true;
  bool passes_safe_cards = false;  ///< it passes low cards to its friend
  bool sacrifices = false;         ///< it plays high as long as its friend has yet to play
};

/// Plays leagues of such players: black-lady with four seats, duplicate blocks of the real schedule. The players know
/// who sits at the table.
class HeartsLeague {
 public:
  /// Each game has so many hands.
  HeartsLeague(std::vector<HeartsPlayer> players, int hands);

  /// The first blocks of the schedule, with ties broken by `seed`.
  BlockScores play(int blocks, const std::string& seed, hearts::Random& random) const;

 private:
  hearts::PerSeat<int> play_hand(const std::vector<int>& bots, const hearts::Seed& seed, int number,
                                 hearts::Random& random) const;
  hearts::CardSet pass(const hearts::Hand& hand, const std::vector<int>& bots) const;
  hearts::Card lead(const hearts::Hand& hand) const;
  hearts::Card follow(const hearts::Hand& hand, const std::vector<int>& bots) const;
  int burden(hearts::Card card, hearts::CardSet out) const;
  int points(hearts::Card card) const { return game_.card_points(card, 0); }

  std::vector<HeartsPlayer> players_;
  int hands_;
  hearts::GameRules game_;
  hearts::Card queen_;
};

}  // namespace arena
