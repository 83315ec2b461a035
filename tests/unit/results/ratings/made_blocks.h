#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/standings.h"

namespace arena::test {

/// A game of run "r" from notation, "BOT:SCORE BOT:SCORE!2 ..." by seat: bots by index, "!" for a forfeit, "!2" for two
/// faults without a forfeit, "!!2" for both. Places follow from the scores, forfeiters share the last.
RatedGame made_game(int block, int game, int games_in_block, const std::string& seats, int hands = 1, int variant = 0);

/// Blocks of one game each, numbered from 0.
BlockScores made_scores(int bots, const std::vector<std::string>& games);

/// Bots "a", "b", ... and variants "v0", "v1", ...
Field made_field(int bots, int variants = 1);

/// A tournament with known strengths and deals that favour seats: `blocks` blocks of every rotation of a random circle,
/// variants in turn. A bot's score in a hand is its strength against luck that the games of a block share, and noise.
struct MadeTournament {
  std::vector<std::vector<double>> strengths;  ///< by variant and bot; one more is about 3 points a hand
  int seats = 4;
  int blocks = 60;
  std::string run = "r";
  std::vector<RatedGame> play(std::mt19937_64& random) const;
};

BlockScores scores_of(const std::vector<RatedGame>& games, int bots, int variants = 1);

}  // namespace arena::test
