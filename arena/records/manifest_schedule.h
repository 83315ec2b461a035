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
struct ScheduleRules;

/// The manifest as the schedule sees it: who takes part in which variant, who is whose author, what was played before.
/// Its commitment breaks ties. A bot without an author is its own.
ScheduleRules schedule_rules(const Manifest& manifest);

/// Throws InputError that names the variant when its tables cannot be filled.
void check_schedule(const Manifest& manifest);

/// Sets how many blocks the manifest has, and so how many games: `blocks`; or, if that is 0, whole blocks until there
/// are `games`; or, if both are 0, every set of bots once, or four games, or with more bots than seats as many blocks of
/// each variant as there are bots. The commitment must be known, since ties, and with them the number of games of a
/// block, follow from it.
void plan_blocks(Manifest& manifest, int blocks, int games);

/// The complete blocks of the stages of a run. The schedule of a later stage needs these counts: bots that joined late
/// catch up with the others, and nobody meets the same circle sooner than it must. Filled by read_run(), stage after
/// stage: begin_stage(), seat() for its games, end_stage().
class PlayedBlocks {
 public:
  struct Variant {
    std::string id;
    std::vector<PlayedCircle> circles;  ///< of complete blocks that are not void; indices into bots()
    int turns = 0;                      ///< blocks that were planned, played or not
    int level = 0;                      ///< seats that each of its bots had at the end of some stage, at least
    std::vector<int> seats_had{};       ///< by bot
    std::vector<int> now{};             ///< bots of the stage that take part
  };

  /// Names, of all stages.
  const std::vector<std::string>& bots() const { return bots_; }
  /// That any stage has planned.
  const std::vector<Variant>& variants() const { return variants_; }
  /// Null if no stage has planned it.
  const Variant* find(const std::string& id) const;

  /// The games that follow are of this stage.
  void begin_stage(const Manifest& manifest);
  /// Tells whether any stage so far has this bot.
  bool knows(const std::string& bot) const;
  /// Notes who plays a block of the stage. `bots` are those of any of its games, by seat; knows() holds for each.
  void seat(int block, const std::string& variant, const std::vector<std::string>& bots);
  struct Sum {
    int blocks = 0;
    int games = 0;
  };
  /// The stage is over: its complete blocks count. `is_complete` tells whether all games of a block, of which there are
  /// so many, are recorded and not void.
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
  int first_block_ = 0;              // of the stage
  std::vector<SeatedBlock> seated_;  // of the stage, from its first block
};

/// Who has forfeited so many games in a row that its league goes on without it (Manifest::withdraw_after). Games count in
/// the order of their blocks, whatever the order in which they ended; those of blocks played again for void ones do not.
class Withdrawal {
 public:
  explicit Withdrawal(const Manifest& manifest);

  /// A game of any stage; those of others do not count.
  void add(const GameRecord& record);

  struct Found {
    int end_block = 0;              ///< before it the stage ends: the end of the chunk of blocks in which it happened
    std::vector<std::string> bots;  ///< names, sorted
  };
  /// The first that are withdrawn, by the blocks below `end_block` alone.
  std::optional<Found> find(int end_block) const;

 private:
  int after_;
  int first_block_;
  std::vector<int> chunk_ends_;  // from the stage's first block
  /// By bot: whether it has forfeited a game, by block and game.
  std::map<std::string, boost::container::flat_map<std::pair<int, int>, bool>> played_;
};

}  // namespace arena
