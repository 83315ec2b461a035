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
  QuickPlayer(const hearts::GameRules& game, int point_lane, const Worth& worth);

  /// Plays the hand on, all seats alike, but that `shooter`, if it is a seat, tries to take all tricks, as long as
  /// nobody else has points. It stops at the end of the hand; or after the first of two sub-hands, once two seats
  /// have points: then no moon is left, and the second is as good for all.
  void finish(hearts::Hand& hand, hearts::Random& random, hearts::Seat shooter) const;

  /// The cards to pass away: those it would shed first.
  hearts::CardSet pass(hearts::CardSet held) const;
  /// How gladly it sheds a card; more is gladder.
  int burden(hearts::Card card) const { return burden_[hearts::at(card.code())]; }
  /// Cards that cost.
  hearts::CardSet penalties() const { return penalties_; }

 private:
  /// What the seat to move makes its choice from.
  struct Scene {
    hearts::CardSet legal;
    hearts::CardSet out;  // neither seen nor its own
    hearts::Seat threat;  // who alone has points, and many
    bool shoots;          // it tries to take all
  };

  void play(hearts::Hand& hand, hearts::Random& random, hearts::Seat shooter) const;
  hearts::Card lead(const Scene& scene, hearts::Random& random) const;
  hearts::Card follow(const hearts::Hand& hand, const Scene& scene) const;
  hearts::Seat threat(const hearts::Hand& hand) const;
  int takers(const hearts::Hand& hand) const;
  int points(hearts::Card card) const { return points_[hearts::at(card.code())]; }
  int burden(hearts::Card card, hearts::CardSet out) const;

  const hearts::GameRules& game_;
  const Worth& worth_;
  std::array<int, hearts::kCodesMax> points_{};
  std::array<int, hearts::kCodesMax> burden_{};
  hearts::CardSet penalties_;
  hearts::CardSet costly_;    // cards worth fleeing from
  hearts::CardSet catchers_;  // cards that would take one of those
  int points_at_stake_ = 0;
};

}  // namespace monte
