#pragma once

#include <optional>
#include <random>
#include <vector>

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/estimate.h"

namespace arena::test {

/// A league of bots of different strength. The games of a block have the same cards in each seat, and are played in
/// random order. All bots are honest, except that one may know the deals.
struct DuplicateLeague {
  int bots = 4;
  int seats = 4;  ///< also the games of a block; at most as many as bots
  int blocks = 40;
  /// By turn of a game in its block: the probability that the cheat uses what it knows. It then takes no points; the
  /// others share those that it would have taken. Empty if nobody cheats.
  std::vector<double> knows{};
  int cheat = 0;  ///< it plays in every block
};

/// Draws the scores of a league: each game is one hand of 26 points. Cards, strength and luck decide who takes the
/// queen and the hearts; now and then somebody shoots the moon. Scores are skewed, and many are equal.
BlockScores draw_league(const DuplicateLeague& league, std::mt19937_64& random);

/// Draws blocks from those that four of the sample bots (rules_cpp, duck_js, low_py, random_c) played, 64 blocks of
/// black-lady@4 with one hand a game, and puts the games of each into a new random order. From game to game of a block
/// the margins of these bots have standard deviations of 4.7, 6.6, 7.0 and 8.3 points. The league must have 4 bots and
/// 4 seats.
BlockScores shuffle_recorded_league(const DuplicateLeague& league, std::mt19937_64& random);

using MakeLeague = BlockScores (*)(const DuplicateLeague&, std::mt19937_64&);

/// Makes so many leagues, with the seeds 0, 1, 2 and so on. Returns in how many of them some bot is a suspect.
int count_suspicious(MakeLeague make, const DuplicateLeague& league, int leagues);

/// What somebody knows who has played this share of a league.
using LooksAt = Looks (*)(double done);
Looks plain_looks(double done);    ///< as if each look were the only one
Looks planned_looks(double done);  ///< as while a run of planned length is played; the last look is that at its end
Looks open_looks(double done);     ///< as in a league of unknown length

/// The same for somebody who looks after each of the blocks. Returns by league the first number of blocks with which
/// some bot is a suspect, or 0 if none ever is. With `who`, only that bot counts.
std::vector<int> first_suspicious(MakeLeague make, const DuplicateLeague& league, int leagues, LooksAt looks,
                                  std::optional<int> who = {});

}  // namespace arena::test
