#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// The most that can be rated together; the small integers below have room for these numbers.
inline constexpr int kRatedBotsMax = 65'535;
inline constexpr int kRatedVariantsMax = 65'535;
inline constexpr int kBlockSeatsMax = 255;  ///< games of a block times seats of a game; our variants have 36 at most

// Ratings are computed from comparisons. A game of four seats compares each seat with every other: the better place
// gets a point, a shared place gives each half a point. The games of a block have the same deals, so they depend on
// each other, while blocks are independent. That is why blocks are stored, and why errors are computed from blocks.

/// What one block shows about two different bots, first < second. A comparison is one seat of each in one game.
struct PairSum {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  std::uint16_t comparisons = 0;
  /// Points of `first` in halves: 2 for the better place, 1 for a shared one.
  std::uint16_t halves = 0;
  double margin = 0;  ///< sum over comparisons of (score of second - score of first) / hands of the game
};

/// The places that a bot reached, summed over its seats. A shared place counts as the mean of the places that are
/// shared. A first place shared by three counts as a third.
struct Placement {
  /// First places are counted in 60ths, because 60 can be divided by 1 to 6, the number of bots that may share one.
  static constexpr int kFirst = 60;

  std::uint8_t seats = 0;
  std::uint16_t place_halves = 0;  ///< places in halves, with 1 as the best place
  std::uint16_t firsts = 0;        ///< in parts of kFirst
};

/// What one bot did in one block, except for its faults.
struct BotGames {
  std::uint16_t bot = 0;
  std::uint8_t games = 0;  ///< a game counts once, however many seats the bot has in it
  std::uint8_t forfeits = 0;
  /// How the bot's margins depended on the turns of its games; order_effect.h tests these sums. All are 0 if the turns
  /// are not known.
  ///
  /// A margin is in points a hand, relative to the mean of the table. Most of what varies within a block is not the
  /// cards of the seats, so to subtract what others did with the same cards would hide more than it shows.
  float trend = 0;    ///< sum over its games of margin * (turn - mean turn)
  float after = 0;    ///< its mean margin minus the margin of its first game
  float squares = 0;  ///< sum over its games of (margin - mean margin)^2
  float cubes = 0;    ///< the same with third powers
  Placement placement{};
};

/// How many times one bot had one fault in one block, or did one thing that the laws of the table count. At least 1.
template <class Thing>
struct BotCount {
  std::uint16_t bot = 0;
  Thing thing{};
  int times = 0;
};

/// A complete block. A run can have a million of them, so it takes few bytes. It does not own its arrays: BlockScores
/// does.
struct BlockSum {
  std::span<const PairSum> pairs;             ///< sorted by first, then second; only pairs that were compared
  std::span<const BotGames> bots;             ///< sorted by bot
  std::span<const BotCount<Fault>> faults;    ///< sorted by bot, then fault
  std::span<const BotCount<LawFigure>> laws;  ///< sorted by bot, then figure
  std::uint16_t variant = 0;
  std::uint8_t games = 0;  ///< 0 if there is no complete block at this place
  std::uint8_t seats = 0;
};

/// Whether both bots played in the block.
bool sit_together(const BlockSum& block, int bot, int other);

/// Which block of which run.
struct BlockPlace {
  std::string run;
  int block = 0;

  bool operator==(const BlockPlace&) const = default;
};

/// Blocks, sorted by run and number. The pointers are valid as long as the BlockScores that returned them.
using BlockList = std::vector<const BlockSum*>;

/// One seat of a finished game.
struct RatedSeat {
  int bot = 0;    ///< index in the field
  int place = 1;  ///< 1 is best, ties share
  int score = 0;  ///< points; lower is better
  bool forfeited = false;
  FaultCounts faults;
  LawFigures laws{};
};

/// One finished game as the ratings see it: who sat where, and what the result was.
struct RatedGame {
  std::string run;         ///< the run that the block belongs to
  int block = 0;           ///< from 0, within the run
  int game = 0;            ///< from 0, within the block
  int games_in_block = 1;  ///< at least 1
  int variant = 0;         ///< index in the list of variants; the same for the whole block
  int hands = 1;           ///< hands played, at least 1
  std::vector<RatedSeat> seats;
  int turn = -1;  ///< its turn among the games of the block, from 0; -1: not known
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
  int later_blocks = 0;  ///< complete, but newer than what was asked for
  int later_games = 0;
  int pair_blocks = 0;  ///< complete, but pairs to look at sat together there, and these were not asked for
  int pair_games = 0;
  /// What bots did in incomplete and void blocks, sorted by bot; only bots that played there.
  std::vector<BotTally> bots{};
};

/// Bots that are not compared although they sat at one table.
struct Uncompared {
  std::set<int> bots{};  ///< with no other bot

  bool has(int a, int b) const { return !bots.empty() && (bots.contains(a) || bots.contains(b)); }
};

/// Why a complete block is not one of those that were asked for.
enum class Unasked { earlier, later, of_pair };

/// Collects games until their blocks are complete, in any order and from any number of runs. Only complete blocks are
/// rated, because in a part of a block the deals would favour somebody. The results depend only on the games, not on
/// their order.
///
/// A complete block is kept as sums, about 280 bytes for four seats. There is no lock: only one thread may use it at a
/// time.
class BlockScores {
 public:
  /// Throws std::invalid_argument if a size is not 0 to kRatedBotsMax or kRatedVariantsMax.
  BlockScores(int bots, int variants);

  /// Adds a game. Throws std::invalid_argument, and changes nothing, if the game was added before, does not fit its
  /// block (another variant, number of games or number of seats) or has a number out of range.
  void add(RatedGame game);
  /// Marks a block that must not be rated, whatever games of it were or will be added. Marking it twice is no error.
  /// Throws std::invalid_argument for a negative number.
  void void_block(const std::string& run, int block);
  /// Leaves out a block that was not asked for. It must be one of complete_of().
  void leave_out(const std::string& run, int block, Unasked why);
  /// Does not compare these bots in the games that are added from now on.
  void leave_out(Uncompared uncompared) { uncompared_ = std::move(uncompared); }

  int bots() const { return bots_; }
  int variants() const { return variants_; }

  /// The blocks that are rated: those that are complete, not void and not left out. Of all runs those with a number
  /// below `end_block`.
  BlockList complete(int end_block = std::numeric_limits<int>::max()) const;
  /// The runs that have games or void blocks, sorted.
  std::vector<std::string> runs() const;
  /// The rated blocks of one run with their numbers, in rising order.
  std::vector<std::pair<int, const BlockSum*>> complete_of(const std::string& run) const;
  /// The block with this number if it is rated, otherwise null.
  const BlockSum* rated(const std::string& run, int block) const;
  /// The first block of a run, from this number on, that is neither complete nor void.
  int first_open_block(const std::string& run, int from) const;
  LeftOut left_out() const;

 private:
  /// Blocks are stored in pages of neighbouring numbers: they arrive nearly in order, and a number far off costs no
  /// more than a page.
  static constexpr int kPageBlocks = 32;
  using Page = std::array<BlockSum, kPageBlocks>;
  struct Run {
    std::map<int, Page> pages;  ///< by number of the block / kPageBlocks; complete blocks, void or not
    std::map<int, std::vector<RatedGame>> waiting;  ///< by block: its games, until it is complete
    std::set<int> void_blocks;
    std::map<int, Unasked> unasked_blocks;
    /// The block if it is complete, otherwise null.
    const BlockSum* find(int block) const;
    bool counts(int block) const { return !void_blocks.contains(block) && !unasked_blocks.contains(block); }
  };
  void check(const RatedGame& game) const;
  void check_fits(const RatedGame& game) const;
  BlockSum sum_of(std::vector<RatedGame>& games);
  template <class T>
  std::span<const T> keep(const std::vector<T>& array);

  int bots_;
  int variants_;
  Uncompared uncompared_;
  std::map<std::string, Run> runs_;
  /// Memory for the arrays of the blocks, which are short and are never freed one by one. It is allocated in chunks.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;
};

/// The placements of each bot in some games of one block.
std::map<int, Placement> placements_of(const std::vector<RatedGame>& games);

}  // namespace arena
