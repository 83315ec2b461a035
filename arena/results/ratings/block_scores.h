#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <memory_resource>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/records/outcome.h"

namespace arena {

/// Bounds of what can be rated together; the small integers below have room for as much.
inline constexpr int kRatedBotsMax = 65'535;
inline constexpr int kRatedVariantsMax = 65'535;
inline constexpr int kBlockSeatsMax = 255;  ///< games of a block times seats of a game; ours have 36 at most

// Ratings rest on comparisons. A game of four seats compares each seat with each other: the better place takes the point,
// a shared place is half a point. The games of a block have the same deals, so they depend on each other; blocks do not.
// So blocks are what is kept, and what errors are computed from.

/// What one block says about two different bots, first < second. A comparison is one seat of each in one game.
struct PairSum {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  std::uint16_t comparisons = 0;
  std::uint16_t halves = 0;  ///< points of first in halves: 2 for the better place, 1 for a shared one
  double margin = 0;         ///< sum over comparisons of (score of second - score of first) / hands of the game
};

/// Where a bot ended, summed over the seats that it had. A shared place is the mean of the places shared; a first place
/// shared by three is a third of one.
struct Placement {
  static constexpr int kFirst = 60;  ///< parts of a first place: so many that each of up to six has whole ones

  std::uint8_t seats = 0;
  std::uint16_t place_halves = 0;  ///< places, 1 the best, in halves
  std::uint16_t firsts = 0;        ///< in parts of kFirst
};

/// What one bot did in one block, but for its faults.
struct BotGames {
  std::uint16_t bot = 0;
  std::uint8_t games = 0;  ///< a game counts once, however many seats the bot has in it
  std::uint8_t forfeits = 0;
  /// Sum over its games of margin * (turn - mean turn); and the variance of that sum if turns were drawn by lot. 0 where
  /// turns are not known. A margin is in points a hand: against the mean of all who had the same seat of the block, and
  /// so the same cards; in blocks of two or three games against the mean of the table.
  float trend = 0;
  float trend_variance = 0;
  Placement placement{};
};

/// How often one bot had one fault in one block, or what the laws of the table counted of it; at least 1.
template <class Thing>
struct BotCount {
  std::uint16_t bot = 0;
  Thing thing{};
  int times = 0;
};

/// A complete block. A run may have a million of them: it keeps few bytes, and leaves its arrays with their owner.
struct BlockSum {
  std::span<const PairSum> pairs;             ///< by first, then second; only pairs that were compared
  std::span<const BotGames> bots;             ///< by bot
  std::span<const BotCount<Fault>> faults;    ///< by bot, then fault
  std::span<const BotCount<LawFigure>> laws;  ///< by bot, then figure
  std::uint16_t variant = 0;
  std::uint8_t games = 0;  ///< 0: the place of a block that is not complete
  std::uint8_t seats = 0;
};

/// Blocks by run, then number. The pointers hold until the BlockScores that gave them goes.
using BlockList = std::vector<const BlockSum*>;

/// One seat of a game that is over.
struct RatedSeat {
  int bot = 0;    ///< index in the field
  int place = 1;  ///< 1 is best, ties share
  int score = 0;  ///< points; lower is better
  bool forfeited = false;
  FaultCounts faults;
  LawFigures laws{};
};

/// One game that is over, as the ratings see it: who sat there, and how it ended.
struct RatedGame {
  std::string run;         ///< which run the block is of
  int block = 0;           ///< from 0, within the run
  int game = 0;            ///< from 0, within the block
  int games_in_block = 1;  ///< at least 1
  int variant = 0;         ///< index in the list of variants; one for a whole block
  int hands = 1;           ///< hands played, at least 1
  std::vector<RatedSeat> seats;
  int turn = -1;  ///< when it was played among the games of the block, from 0; -1: not known
};

/// What one bot did in one or more blocks.
struct BotTally {
  int bot = 0;
  int games = 0;  ///< a game counts once, however many seats the bot has in it
  int forfeits = 0;
  FaultCounts faults;
  LawFigures laws{};
};

/// Blocks that are not rated, and the games that were played in them.
struct LeftOut {
  int incomplete_blocks = 0;
  int incomplete_games = 0;
  int void_blocks = 0;
  int void_games = 0;
  int earlier_blocks = 0;  ///< complete, but older than what was asked for
  int earlier_games = 0;
  std::vector<BotTally> bots{};  ///< in those that are not complete, or void; by bot, only those that played there
};

/// Gathers games until their blocks are complete, in any order and from any number of runs. Only complete blocks are rated:
/// in a part of a block the deals would favour somebody. The answers depend on the games alone, not on their order. A
/// complete block is kept as its sums, about 200 bytes for four seats. One thread at a time.
class BlockScores {
 public:
  /// Throws std::invalid_argument for a size that is not 0 to kRatedBotsMax or kRatedVariantsMax.
  BlockScores(int bots, int variants);

  /// Throws std::invalid_argument, and changes nothing, when the game was there before, does not fit its block
  /// (another variant, number of games or number of seats) or has a number out of range.
  void add(RatedGame game);
  /// The block is not to be rated, whatever came or comes of it. Once more is not an error; a negative number is.
  void void_block(const std::string& run, int block);
  /// The block, one of complete_of(), is older than those that are to be rated.
  void leave_out(const std::string& run, int block);

  int bots() const { return bots_; }
  int variants() const { return variants_; }

  /// The blocks that are rated: the complete ones that are neither void nor left out.
  BlockList complete() const;
  /// Those of one run, with their numbers, which rise.
  std::vector<std::pair<int, const BlockSum*>> complete_of(const std::string& run) const;
  /// A block of them; null where it is none.
  const BlockSum* rated(const std::string& run, int block) const;
  LeftOut left_out() const;

 private:
  /// Neighbours by number lie together: they come nearly in order, and a number far off costs no more than a page.
  static constexpr int kPageBlocks = 32;
  using Page = std::array<BlockSum, kPageBlocks>;
  struct Run {
    std::map<int, Page> pages;  ///< by number of the block / kPageBlocks; complete blocks, void or not
    std::map<int, std::vector<RatedGame>> waiting;  ///< by block: its games, until all are there
    std::set<int> void_blocks;
    std::set<int> earlier_blocks;
    /// Null unless it is complete.
    const BlockSum* find(int block) const;
    bool counts(int block) const { return !void_blocks.contains(block) && !earlier_blocks.contains(block); }
  };
  void check(const RatedGame& game) const;
  void check_fits(const RatedGame& game) const;
  BlockSum sum_of(std::vector<RatedGame>& games);
  template <class T>
  std::span<const T> keep(const std::vector<T>& array);

  int bots_;
  int variants_;
  std::map<std::string, Run> runs_;
  /// Of the sums' arrays, which are short and stay: one after another, in chunks.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;
};

/// By bot, in some games of one block.
std::map<int, Placement> placements_of(const std::vector<RatedGame>& games);

}  // namespace arena
