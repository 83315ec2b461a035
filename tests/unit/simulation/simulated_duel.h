#pragma once

#include <array>

#include "arena/records/manifest.h"
#include "engine/random.h"

namespace arena {

/// Duels at tables of four, whose games are drawn instead of played.
struct SimulatedDuel {
  SequentialTest test;
  /// By how much the first bot is better in truth: 0 as much as H0 says, 1 as much as H1, and between.
  double truth = 0;
  int hands = 1;
  bool has_others = false;  ///< two other bots sit at the table, as with --with
};

/// What came of many duels.
struct DuelTally {
  int duels = 0;
  int stronger = 0;
  int not_stronger = 0;
  double blocks = 0;  ///< played, on average
  double bias = 0;    ///< the printed difference less the true one, on average
  double held = 0;    ///< share of the printed intervals that hold the true difference
  double width = 0;   ///< half the width of the printed interval, on average

  double share_stronger() const { return static_cast<double>(stronger) / duels; }
  double share_not_stronger() const { return static_cast<double>(not_stronger) / duels; }
};

DuelTally simulate(const SimulatedDuel& duel, int duels, hearts::Random& random);

}  // namespace arena
