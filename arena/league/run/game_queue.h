#pragma once

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "arena/base/seeds/run_key.h"
#include "arena/game/schedule/schedule.h"
#include "arena/game/schedule/shard.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"

namespace arena {

/// One game to play.
struct QueuedGame {
  Block block;
  int game = 0;  ///< the game of the block: by how many seats its circle has moved on
};

/// Returns how many blocks a chunk of a run has. All bots are started again for each epoch, and a chunk should be long
/// enough to make these starts worth their time: ten blocks for each process (one for each bot at each table), at least
/// kChunkBlocks. But longer chunks are rated later, so this counts only up to 256. Beyond that a chunk has as many
/// blocks as there are bots, or eight a table if that is more, at most 1024. In a run that may end early a chunk always
/// has kChunkBlocks, so that its end does not depend on the machine.
int blocks_of_chunk(const Manifest& manifest, int workers);

/// The games that a run still has to play, in order.
///
/// The schedule is cut into chunks of blocks, and each chunk is played in epochs. An epoch has at most one game of each
/// block, and all bot processes end with it: since the games of a block have the same deals, this keeps a process from
/// recognising a deal. The key decides which game of a block an epoch has, and the order of its games. They are then
/// spread out so that a bot seldom sits at two tables at the same time. Blocks that replace void ones come at the end.
class GameQueue {
 public:
  /// `recorded` and `voids` say what the records already have. `manifest` and `key` must outlast the queue. The other
  /// parameters:
  ///
  /// - `wanted`: if given, only the games for which it returns true are played.
  /// - `is_decided`: if given, it is called at the end of each chunk with the number of blocks before that point,
  ///   counted from the stage's first block. If it returns true, there are no more games, not even for void blocks.
  /// - `shard`: the blocks to play. Chunks are made of these alone.
  /// - `chunk_blocks`: the length of a chunk, see blocks_of_chunk().
  /// - `tables`: how many games are played at the same time.
  GameQueue(const Manifest& manifest, const RunKey& key, RecordedGames recorded, std::span<const VoidBlock> voids,
            std::function<bool(const QueuedGame&)> wanted = {}, std::function<bool(int block)> is_decided = {},
            Shard shard = {}, int chunk_blocks = kChunkBlocks, int tables = 1);

  /// Moves to the next epoch that has a game left; the first call moves to the first one. Returns false if there is
  /// none. Call it only while no game is being played.
  bool next_epoch();
  /// Returns the games that next() will return in this epoch. Call it only while no game is being played.
  std::vector<QueuedGame> games_left() const;
  /// Returns the next game of the epoch that is wanted and not recorded, or nothing if all have been returned. Any
  /// thread may call.
  std::optional<QueuedGame> next();
  /// Gives out no more games of this block. The same circle plays as block `again` at the end. Any thread may call.
  void play_again(const Block& block, int again);

 private:
  /// A block of the chunk, with its games in the order in which the epochs play them.
  struct Scheduled {
    Block block;
    std::vector<int> games;
  };

  const std::string& variant_of(const Block& block) const;
  std::optional<Block> next_block();
  bool next_chunk();
  bool is_left(const QueuedGame& game) const;

  std::mutex mutex_;
  const Manifest& manifest_;
  const RunKey& key_;
  Scheduler scheduler_;
  RecordedGames recorded_;
  std::function<bool(const QueuedGame&)> wanted_;
  std::function<bool(int)> is_decided_;
  const Shard shard_;
  const int chunk_blocks_;  // in blocks of the shard
  const int tables_;
  std::map<int, int> again_;  // by void block, the block that replaces it
  std::deque<Block> deferred_;
  int blocks_drawn_ = 0;
  int blocks_taken_ = 0;  // those of them that the shard has
  int chunks_begun_ = 0;
  std::vector<Scheduled> chunk_;
  int epoch_ = 0;
  std::vector<int> order_;  // indices into chunk_ of the games left in the epoch, in reverse order
};

}  // namespace arena
