#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/game/schedule/schedule.h"
#include "arena/results/ratings/block_scores.h"
#include "engine/random.h"

namespace arena {

/// Numbers that follow from a text.
hearts::Random random_from(const std::string& seed);

/// Bots of known strength, whose games are drawn instead of played. A score is the sum of
///   what the bot takes on average,
///   what the deal gives the seat: the same in each game of a block, whoever sits there,
///   what the deal does to the bot: the same in each game of a block, wherever it sits; more for wild bots,
///   and luck of the one game;
/// the last three are normal with mean 0. So the games of a block depend on each other, as duplicate games do.
class SimulatedLeague {
 public:
  /// Draws the bots; `spread` 0: all as strong.
  SimulatedLeague(int bots, hearts::Random& random, double spread = 1);

  /// Bots that differ from the average bot by so many points a hand; less is better. Games have `hands` hands, and the
  /// more of these, the less luck there is in a hand. All bots are as wild as the average bot.
  SimulatedLeague(const std::vector<double>& points, int hands);

  /// Makes a bot take so many more points in each game.
  void weaken(int bot, double points) { mean_score_[static_cast<std::size_t>(bot)] += points; }

  /// The first blocks of the real schedule, with ties broken by `seed`.
  std::vector<RatedGame> play(int seats, int blocks, const std::string& seed, hearts::Random& random) const;

  /// Blocks of these circles.
  std::vector<RatedGame> play(const std::vector<Block>& blocks, const std::string& run, hearts::Random& random) const;

  /// By bot, mean 1500: what the fit comes to in a league without end. It meets all pairs equally often, and then each
  /// bot's expected share of opponents beaten is its true share, which follows from the normal law.
  std::vector<double> true_elo() const;
  /// By bot, mean 0: points a hand.
  std::vector<double> true_margin() const;

  /// By how many points a hand a bot must be better than another, of those that are given, to take this share of the
  /// points between the two.
  static double points_for(double share, int hands);

 private:
  /// The standard deviation of the difference of their scores in one game.
  double deviation_between(std::size_t bot, std::size_t other) const;
  double chance_to_beat(std::size_t bot, std::size_t other) const;

  int hands_;
  double deviations_ = 1;           // of luck, relative to a game of four hands
  std::vector<double> mean_score_;  // a game
  std::vector<double> wildness_;    // standard deviation of what a deal does to the bot, points a game
};

}  // namespace arena
