// A player of few rules, quick enough to play a hand thousands of times: it ducks, dumps what costs, and leads low.
#pragma once

#include <array>

#include "engine/hand.h"
#include "engine/random.h"
#include "sample_bots/monte_carlo_cpp/worth.h"

namespace monte {

class QuickPlayer {
 public:
  /// For hands with this point suit. Rules and worth must outlive this.
  QuickPlayer(const GameRules& game, int point_lane, const Worth& worth);

  /// Plays the hand on, all seats alike, but that `shooter`, if it is a seat, tries to take all tricks, as long as
  /// nobody else has points. It stops at the end of the hand; or after the first of two sub-hands, once two seats
  /// have points: then no moon is left, and the second is as good for all.
  void finish(Hand& hand, Random& random, Seat shooter) const;

  /// The cards to pass away: those it would shed first.
  CardSet pass(CardSet held) const;
  /// How gladly it sheds a card; more is gladder.
  int burden(Card card) const { return burden_[at(card.code())]; }
  /// Cards that cost.
  CardSet penalties() const { return penalties_; }

 private:
  /// What the seat to move makes its choice from.
  struct Scene {
    CardSet legal;
    CardSet out;  // neither seen nor its own
    Seat threat;  // who alone has points, and many
    bool shoots;  // it tries to take all
  };

  void play(Hand& hand, Random& random, Seat shooter) const;
  Card lead(const Scene& scene, Random& random) const;
  Card follow(const Hand& hand, const Scene& scene) const;
  Seat threat(const Hand& hand) const;
  int takers(const Hand& hand) const;
  int points(Card card) const { return points_[at(card.code())]; }
  int burden(Card card, CardSet out) const;

  const GameRules& game_;
  const Worth& worth_;
  std::array<int, kCodesMax> points_{};
  std::array<int, kCodesMax> burden_{};
  CardSet penalties_;
  CardSet costly_;    // cards worth fleeing from
  CardSet catchers_;  // cards that would take one of those
  int points_at_stake_ = 0;
};

}  // namespace monte
