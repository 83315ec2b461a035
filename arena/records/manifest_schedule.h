#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/schedule/balance.h"

namespace arena {

struct GameRecord;
struct Manifest;
struct Outcome;
struct ScheduleRules;

/// Returns the rules by which the manifest's schedule is made: who takes part in which variant, whose bots may not
/// meet, and what earlier stages played. The commitment breaks ties. A bot without an author counts as the only bot of
/// its author.
ScheduleRules schedule_rules(const Manifest& manifest);

/// Throws InputError, which names the variant, if the tables of some variant cannot be filled.
void check_schedule(const Manifest& manifest);

/// Plans the length of the run: sets how many blocks and games the manifest has.
///
/// - `blocks` above 0: this many blocks.
/// - `games` above 0: whole blocks until they have at least this many games.
/// - Both 0, in a full round-robin: each set of bots plays once in each variant, or as often as the variant's weight.
/// - Both 0, with more bots than seats in every variant: as many blocks as there are bots, times the number of
///   variants.
/// - Both 0 otherwise: whole blocks until they have four games and each variant has had a block.
///
/// The commitment must be set before: it breaks ties, and on these the number of games of a block may depend. Throws
/// InputError if a full round-robin needs more than kBlocksMax blocks.
void plan_blocks(Manifest& manifest, int blocks, int games);

/// Counts the complete blocks of the stages of a run. The schedule of a later stage needs these counts: bots that
/// joined late catch up with the others, and a circle of bots meets again as late as possible. read_run() fills it,
/// stage by stage: begin_stage(), then seat() for each game, then end_stage().
class PlayedBlocks {
 public:
  /// A variant that any stage has planned.
  struct Variant {
    std::string id;
    /// Circles of blocks that are complete and not void; the numbers are indices into bots().
    std::vector<PlayedCircle> circles;
    int turns = 0;  ///< blocks planned in all stages, played or not
    /// The most seats that every bot had at the end of some stage: a new bot must have as many to have caught up.
    int level = 0;
    std::vector<int> seats_had{};  ///< seats that each bot had, by index into bots()
    std::vector<int> now{};        ///< bots of the current stage that play this variant
  };

  /// The names of the bots of all stages.
  const std::vector<std::string>& bots() const { return bots_; }
  /// The variants that any stage has planned.
  const std::vector<Variant>& variants() const { return variants_; }
  /// Returns the variant with that id, or null if no stage has planned it.
  const Variant* find(const std::string& id) const;

  /// Begins a stage. The games that follow belong to it.
  void begin_stage(const Manifest& manifest);
  /// Whether any stage so far has this bot.
  bool knows(const std::string& bot) const;
  /// Records who plays a block of the stage. `bots` are the names by seat in any game of the block; knows() must be
  /// true for each.
  void seat(int block, const std::string& variant, const std::vector<std::string>& bots);
  /// How many blocks and games of a stage are complete.
  struct Sum {
    int blocks = 0;
    int games = 0;
  };
  /// Ends the stage and counts its complete blocks, whose number it returns. `is_complete(block, games)` must return
  /// whether all `games` games of a block are recorded and the block is not void.
  Sum end_stage(const std::function<bool(int block, int games)>& is_complete);

 private:
  struct SeatedBlock {
    std::int16_t variant = -1;
    PlayedCircle circle{};
  };

  std::int16_t variant_number(const std::string& id);

  std::vector<std::string> bots_;
  std::map<std::string, std::int16_t> bot_numbers_;
  std::vector<Variant> variants_;
  int first_block_ = 0;              // the stage's first block
  std::vector<SeatedBlock> seated_;  // of the stage, indexed from its first block
};

/// Returns how many blocks a chunk has in a stage that may end early. It depends on nothing but the manifest, so that
/// the stage ends at the same block on any machine.
int early_end_chunk_blocks(const Manifest& manifest);
/// Returns the numbers of blocks, counted from the stage's first, at which such a stage may end; ascending.
std::vector<int> early_ends(const Manifest& manifest);

/// Returns the block number before which each chunk of a stage ends, ascending, if chunks have
/// early_end_chunk_blocks().
std::vector<int> stage_chunk_ends(const Manifest& manifest);

/// Returns Manifest::chunk_blocks for a new league that withdraws bots or leaves out those that cannot be among the
/// first. With Manifest::withdraw_after it is as many blocks as a bot needs on average to play that many games, with
/// Manifest::until_first twice the number of bots, or the smaller of the two, but 16 to kChunkBlocks. A bot that leaves
/// plays on until the chunk ends, but all bots are started again for each chunk.
int departure_chunk_blocks(const Manifest& manifest);

/// Whether these bots may have been left out before the stage (Stage::outclassed): those that were left out earlier,
/// and then more bots of the run. Which ones follows from the ratings, so only `arena verify` checks it.
bool may_be_left_out(const Manifest& stage, const std::vector<std::string>& earlier,
                     const std::function<bool(const std::string& bot)>& is_known);

/// Finds the bots that have forfeited too many games in a row (Manifest::withdraw_after), so that their league
/// continues without them. Games count in the order of their blocks, not in the order in which they ended. Games of
/// blocks that replace void ones do not count.
class Withdrawal {
 public:
  explicit Withdrawal(const Manifest& manifest);

  /// Adds a recorded game. Games of other blocks than the stage's are ignored.
  void add(const GameRecord& record);
  void add(const Outcome& outcome);

  /// Who is withdrawn, and when.
  struct Found {
    /// The stage ends before this block: the end of the chunk of blocks in which it happened.
    int end_block = 0;
    std::vector<std::string> bots;  ///< names of the withdrawn bots, sorted
  };
  /// Returns the first withdrawal that follows from the games of blocks before `end_block`, or nothing if there is
  /// none.
  std::optional<Found> find(int end_block) const;

 private:
  void add_seat(int block, int game, const std::string& bot, bool forfeited);

  int after_;
  int first_block_;
  std::vector<int> chunk_ends_;  // relative to the stage's first block
  /// For each bot, by block and game, whether it forfeited the game.
  std::map<std::string, boost::container::flat_map<std::pair<int, int>, bool>> played_;
};

}  // namespace arena
