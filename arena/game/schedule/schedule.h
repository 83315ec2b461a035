#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/schedule/balance.h"

namespace arena {

/// A variant of a league as the schedule sees it.
struct ScheduledVariant {
  int seats = 4;          ///< 2 to 6
  int weight = 1;         ///< 0 to 10^9; a variant with twice the weight has twice as many blocks
  std::vector<int> bots;  ///< the bots that play it, from 0, ascending; if too few, bots sit more than once
  std::string name{};     ///< for messages
  std::vector<PlayedCircle> played{};  ///< circles played before this schedule, which continues from there
  int turns = 0;                       ///< the variant's blocks in earlier schedules, played or not
  int level = 0;  ///< seats that each bot must have had, in `played` and here, before any table sits without it
};

/// Everything that decides a schedule.
struct ScheduleRules {
  std::vector<ScheduledVariant> variants;
  /// The author of each bot. Two bots of one author never sit at one table, nor does a bot twice. If it is empty, any
  /// bots may meet.
  std::vector<int> authors;
  std::string seed;     ///< public; breaks ties
  int first_block = 0;  ///< the number of the first block
  /// The number of challengers, which are the first bots. They meet the others, the field: `challengers_a_table` of
  /// them sit at each table, and bots of the field in its other seats. With 0, all bots meet all.
  int challengers = 0;
  int challengers_a_table = 1;
  /// Every set of bots that fills a table plays once before any plays again. See table_sets().
  bool every_set = false;
};

/// The most pairs of bots, counted both ways, in all variants together. With six seats a Scheduler needs 800 MB for
/// them.
inline constexpr std::int64_t kPairsMax = 50'000'000;

/// Returns why there is no schedule, or nothing if there is one. The text is a sentence without its full stop about the
/// first variant that is wrong, as in "variant hooligan needs 4 authors at a table, but its bots have 3".
std::optional<std::string> schedule_problem(const ScheduleRules& rules);

/// Gives several things turns, each as often as its weight asks. After any number n of turns, a thing of weight w out
/// of a sum W has had floor(n w / W) or ceil(n w / W) of them: the quota method of Balinski and Young ("The Quota
/// Method of Apportionment", American Mathematical Monthly 82, 1975). Equal weights give A B C A B C.
class Rotation {
 public:
  /// Each weight is 0 to 10^9, and at least one is not 0.
  explicit Rotation(std::vector<int> weights);

  /// Returns the index of the thing whose turn is next.
  std::size_t next();

 private:
  std::vector<std::int64_t> weights_;
  std::vector<std::int64_t> turns_had_;  // turns in this cycle of W turns
  std::int64_t sum_ = 0;
  std::int64_t turn_ = 0;
};

/// One block of a schedule: the unit that is played as a whole, and that ratings count as one. All its games have the
/// same deals. They are the different rotations of its circle, games_of_block(circle) of them.
struct Block {
  int number = 0;   ///< rises by one from ScheduleRules::first_block
  int variant = 0;  ///< index into ScheduleRules::variants
  Circle circle;    ///< as many entries as the variant has seats
  int turn = 0;     ///< rises by one among the blocks of its variant, from ScheduledVariant::turns

  bool operator==(const Block&) const = default;
};

/// Gives the blocks in order, without end. Any number of them is balanced: variants take turns by weight (Rotation),
/// and within each variant the bots are kept level (Balance), whatever the other variants are. Equal rules give equal
/// blocks on every machine. Memory grows with the number of pairs of bots, not with the number of blocks.
class Scheduler {
 public:
  /// Throws std::invalid_argument if there is a problem.
  explicit Scheduler(const ScheduleRules& rules);

  Block next();

 private:
  Rotation rotation_;
  std::vector<Balance> balances_;  // by variant
  std::vector<int> turns_;         // blocks so far, by variant
  int number_ = 0;
};

/// The size of a block.
struct BlockSize {
  int variant = 0;  ///< index into ScheduleRules::variants
  int games = 0;

  bool operator==(const BlockSize&) const = default;
};

/// Gives the sizes of a Scheduler's blocks, in order, without end. A circle of different bots has as many games as
/// seats, so only circles with copies of a bot are made. It is fast: a million blocks take hardly any time, however
/// many bots there are.
class BlockSizes {
 public:
  /// Throws std::invalid_argument if there is a problem.
  explicit BlockSizes(const ScheduleRules& rules);

  BlockSize next();

 private:
  Rotation rotation_;
  std::vector<int> seats_;                        // by variant
  std::vector<std::optional<Balance>> balances_;  // by variant; only where bots have copies
};

/// The number of blocks of a chunk, give or take a half, so that no schedule ends with a short chunk. A finished chunk
/// is balanced nearly like a whole schedule of that length, and is rated. With longer chunks bots are started less
/// often; shorter ones are rated sooner.
inline constexpr int kChunkBlocks = 64;

/// Returns the block before which each chunk of a run of `blocks` blocks ends, ascending.
std::vector<int> chunk_ends(int blocks, int chunk_blocks = kChunkBlocks);

/// Returns how many different sets of its bots fill a table of the variant, or kSetsMax + 1 if there are more than
/// kSetsMax. Fewer bots than seats are one set, in which some bots sit more than once.
std::int64_t table_sets(const ScheduleRules& rules, std::size_t variant);
inline constexpr std::int64_t kSetsMax = 1'000'000;
/// Returns in how many of these sets each of the variant's bots is. There must be no more than kSetsMax sets.
std::vector<std::int64_t> table_sets_of_each(const ScheduleRules& rules, std::size_t variant);

/// Returns how many blocks a variant takes until each of its bots has had as many seats as its level asks for, or
/// `most` if it takes more. Throws std::invalid_argument if there is a problem.
int blocks_to_level(const ScheduleRules& rules, std::size_t variant, int most);

/// Returns the first `blocks` blocks of a Scheduler.
std::vector<Block> schedule(const ScheduleRules& rules, int blocks);

}  // namespace arena
