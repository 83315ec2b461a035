#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "arena/ratings/rated_game.h"

namespace arena {

/// What one block says about two different bots, first < second. A comparison is one seat of each in one game.
struct PairSum {
  int first = 0;
  int second = 0;
  int comparisons = 0;
  int halves = 0;     ///< points of first in halves: 2 for the better place, 1 for a shared one
  double margin = 0;  ///< sum over comparisons of (score of second - score of first) / hands of the game
};

/// What one bot did in one or more blocks.
struct BotTally {
  int bot = 0;
  int games = 0;  ///< a game counts once, however many seats the bot has in it
  int forfeits = 0;
  FaultCounts faults;
};

/// A complete block.
struct BlockSum {
  int variant = 0;
  int games = 0;
  int seats = 0;
  std::vector<PairSum> pairs;  ///< by first, then second; only pairs that were compared
  std::vector<BotTally> bots;  ///< by bot
};

/// Blocks by run, then number. The pointers hold until the BlockScores that gave them changes.
using BlockList = std::vector<const BlockSum*>;

/// Blocks that are not rated, and the games that were played in them.
struct LeftOut {
  int incomplete_blocks = 0;
  int incomplete_games = 0;
  int void_blocks = 0;
  int void_games = 0;
  std::vector<BotTally> bots;  ///< in both; by bot, only those that played there
};

/// Gathers games until their blocks are complete, in any order and from any number of runs; the answers depend on
/// the games alone. A complete block is kept as its sums, about 400 bytes for four seats.
/// One thread at a time.
class BlockScores {
 public:
  /// Sizes of the field and of the list of variants, at least 0.
  BlockScores(int bots, int variants);

  /// Throws std::invalid_argument, and changes nothing, when the game was there before, does not fit its block
  /// (another variant, number of games or number of seats) or has a number out of range.
  void add(RatedGame game);
  /// The block is not to be rated, whatever came or comes of it. Once more is no error; a negative number is.
  void void_block(const std::string& run, int block);

  int bots() const { return bots_; }
  int variants() const { return variants_; }

  /// The complete blocks that are not void.
  BlockList complete() const;
  LeftOut left_out() const;

 private:
  struct Block {
    bool is_void = false;
    int games = 0;  ///< of the whole block; 0 until its first game comes, which settles these three
    int variant = 0;
    std::size_t seats = 0;
    std::vector<RatedGame> waiting;  ///< until all are there
    BlockSum sum;                    ///< then this
    bool is_complete() const { return sum.games > 0; }
  };
  void check(const RatedGame& game) const;
  static void check_fits(const RatedGame& game, const Block& block);

  int bots_;
  int variants_;
  std::map<std::string, std::map<int, Block>> runs_;
};

}  // namespace arena
