#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/schedule/balance.h"

namespace arena {

/// A variant of the league as the schedule sees it.
struct ScheduledVariant {
  int seats = 4;                       ///< 2 .. 6
  int weight = 1;                      ///< 0 .. 10^9; of two variants the one of twice the weight has twice the blocks
  std::vector<int> bots;               ///< that take part, from 0, ascending; fewer than seats sit more than once
  std::string name{};                  ///< for messages
  std::vector<PlayedCircle> played{};  ///< before this schedule: it goes on from there
  int turns = 0;                       ///< blocks that schedules before had for this variant, played or not
  int level = 0;  ///< seats that a bot must have had, in these and in the schedule, before the others sit without it
};

/// What a schedule follows from.
struct ScheduleRules {
  std::vector<ScheduledVariant> variants;
  /// By bot. Two bots of one author never sit at one table, nor does a bot twice. Empty: any bots may meet.
  std::vector<int> authors;
  std::string seed;     ///< public; breaks ties
  int first_block = 0;  ///< the number of the first
  /// So many bots, the first ones, meet the others: `challengers_a_table` of them sit at each table, the other seats are
  /// the field's. 0: all bots meet all.
  int challengers = 0;
  int challengers_a_table = 1;
  /// Every set of bots that fills a table plays, none again before all have. See table_sets().
  bool every_set = false;
};

/// Most pairs of bots, counted both ways, in all variants together: a Scheduler keeps 800 MB of them at six seats.
inline constexpr std::int64_t kPairsMax = 50'000'000;

/// Why there is no schedule: one sentence of the first variant at fault, without its full stop, as "variant hooligan
/// needs 4 authors at a table, its bots have 3". Nothing when there is one.
std::optional<std::string> schedule_problem(const ScheduleRules& rules);

/// Takes several things in turn, each as often as its weight asks. After any number n of turns a thing of weight w
/// out of a sum W has had floor(n w / W) or ceil(n w / W) of them: the quota method of Balinski and Young ("The Quota
/// Method of Apportionment", American Mathematical Monthly 82, 1975). Equal weights give A B C A B C.
class Rotation {
 public:
  /// Each weight is 0 .. 10^9, one at least is not 0.
  explicit Rotation(std::vector<int> weights);

  /// The index of the next in turn.
  std::size_t next();

 private:
  std::vector<std::int64_t> weights_;
  std::vector<std::int64_t> turns_had_;  // in this cycle of W turns
  std::int64_t sum_ = 0;
  std::int64_t turn_ = 0;
};

/// One block of a schedule: the unit that is played whole, and that ratings take as one. All its games have the
/// same deals; they are the different rotations of its circle, games_of_block(circle) of them.
struct Block {
  int number = 0;   ///< rising by one; the first of a schedule is ScheduleRules::first_block
  int variant = 0;  ///< index into ScheduleRules::variants
  Circle circle;    ///< as many entries as the variant has seats
  int turn = 0;     ///< rising by one, among the blocks of its variant; the first is ScheduledVariant::turns

  bool operator==(const Block&) const = default;
};

/// Gives the blocks in order, without end; any number of them is balanced. Variants take turns by weight (Rotation); in
/// each the bots are kept level (Balance), whatever the other variants are. Equal rules give equal blocks on every
/// machine. Memory grows with the pairs of bots, not with the blocks.
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

/// A block as far as its size goes.
struct BlockSize {
  int variant = 0;  ///< index into ScheduleRules::variants
  int games = 0;

  bool operator==(const BlockSize&) const = default;
};

/// Gives the sizes of a Scheduler's blocks, in order, without end. A circle of different bots has as many games as
/// seats, so only those with copies are drawn: a million blocks of any number of bots take no time to speak of.
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

/// Fewest blocks of a chunk, give or take a half: no schedule ends with a short one. A chunk that is over is balanced nearly
/// as a whole schedule of so many blocks, and rated. Longer ones start bots less often; shorter ones are rated sooner.
inline constexpr int kChunkBlocks = 64;

/// Before which blocks the chunks of a run of so many blocks end, rising.
std::vector<int> chunk_ends(int blocks, int chunk_blocks = kChunkBlocks);

/// Gives the games of `order` in another one, for so many tables at once: where a bot has its games as many places from
/// each other, one process of it can play them all. Next is the first game whose bots are in none of the last games, as
/// many as other tables play; where there is none, that whose bots have rested for longest. `order`: indices into
/// `circles`, the bots of all games.
std::vector<int> spread_out(const std::vector<int>& order, const std::vector<Circle>& circles, int tables);

/// How many different sets of its bots fill a table of the variant; kSetsMax + 1 if they are more than kSetsMax.
std::int64_t table_sets(const ScheduleRules& rules, std::size_t variant);
inline constexpr std::int64_t kSetsMax = 1'000'000;
/// In how many of these each of the variant's bots is, in their order; no more than kSetsMax sets.
std::vector<std::int64_t> table_sets_of_each(const ScheduleRules& rules, std::size_t variant);

/// How many blocks a variant takes until all of its bots have had as many seats as its level asks for; `most` if it takes
/// more. Throws std::invalid_argument if there is a problem.
int blocks_to_level(const ScheduleRules& rules, std::size_t variant, int most);

/// The first `blocks` of a Scheduler.
std::vector<Block> schedule(const ScheduleRules& rules, int blocks);

}  // namespace arena
