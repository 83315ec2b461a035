// A player with few rules, fast enough to play a hand thousands of times: it ducks, dumps costly cards, and leads low.
#pragma once

#include <array>

#include "engine/hand.h"
#include "engine/random.h"
#include "sample_bots/monte_carlo_cpp/worth.h"

namespace monte {

class QuickPlayer {
 public:
  /// For hands with this point suit. The game and the worth must outlive this object.
  QuickPlayer(const GameRules& game, int point_lane, const Worth& worth);

  /// Plays the hand to its end, with the same rules for all seats. One exception: `shooter`, if it is a seat, tries to
  /// take all tricks as long as nobody else has points. If it starts in the first of two sub-hands, it stops in the
  /// second as soon as two seats have points: no moon is possible then, and the rest is equally good for all.
  void finish(Hand& hand, Random& random, Seat shooter) const;

  /// Returns the cards to pass: those that it most wants to get rid of.
  CardSet pass(CardSet held) const;
  /// Returns how much it wants to get rid of a card; more is more urgent.
  int burden(Card card) const { return burden_[at(card.code())]; }
  /// Returns the cards that cost points.
  CardSet penalties() const { return penalties_; }

 private:
  /// What the seat to move bases its choice on.
  struct Scene {
    CardSet legal;
    CardSet out;  // cards in other hands or undealt
    Seat threat;  // the only seat with points, if it has many
    bool shoots;  // it tries to take all tricks
  };

  void play(Hand& hand, Random& random, Seat shooter) const;
  Card lead(const Scene& scene, Random& random) const;
  Card follow(const Hand& hand, const Scene& scene) const;
  bool raises_others(Card card) const;
  int trick_cost(const Hand& hand) const;
  Seat threat(const Hand& hand) const;
  int takers(const Hand& hand) const;
  int points(Card card) const { return points_[at(card.code())]; }
  int burden(Card card, CardSet out) const;

  const GameRules& game_;
  const Worth& worth_;
  std::array<int, kCodesMax> points_{};
  std::array<int, kCodesMax> burden_{};
  CardSet penalties_;
  CardSet costly_;    // cards worth avoiding
  CardSet catchers_;  // cards that would take one of the costly cards
  int points_at_stake_ = 0;
};

}  // namespace monte
