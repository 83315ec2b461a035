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
#include "arena/league/run/epoch_games.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"

namespace arena {

/// Returns how many blocks a chunk of a run has. All bots are started again for each epoch, and a chunk should be long
/// enough to make these starts worth their time: ten blocks for each process (one for each bot at each table), at least
/// kChunkBlocks. But longer chunks are rated later, so this counts only up to 256. Beyond that a chunk has as many
/// blocks as there are bots, or sixteen a table if that is more, at most 2048. Sixteen blocks a table take as long at a
/// hundred tables as at sixteen. In a run that may end early a chunk has early_end_chunk_blocks(), so that its end does
/// not depend on the machine.
int blocks_of_chunk(const Manifest& manifest, int workers);

/// The games that a run still has to play, in order.
///
/// The schedule is cut into chunks of blocks, and each chunk is played in epochs. An epoch has at most one game of each
/// block, and all bot processes end with it: since the games of a block have the same deals, this keeps a process from
/// recognising a deal. If each game has its own deals, a chunk is one epoch, and bots are started less often. (Deals
/// from a file may come again even then, so they are played in epochs.) The key decides which game of a block an epoch
/// has, and draws an order of its games, which is the same for any number of tables. From the beginning of this order,
/// EpochGames chooses games that need few starts. Blocks that replace void ones come at the end.
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
  GameQueue(const Manifest& manifest, const RunKey& key, RecordedGames recorded, std::span<const VoidBlock> voids,
            std::function<bool(const QueuedGame&)> wanted = {}, std::function<bool(int block)> is_decided = {},
            Shard shard = {}, int chunk_blocks = kChunkBlocks);

  /// Moves to the next epoch that has a game left; the first call moves to the first one. Returns false if there is
  /// none. Call it only while no game is being played.
  bool next_epoch();
  /// Returns the games that next() will return in this epoch, in the order that the key has drawn. Call it only while
  /// no game is being played.
  std::vector<QueuedGame> games_left() const { return games_.left(); }
  /// Returns the next game of the epoch that is wanted and not recorded, or nothing if all have been returned. `idle`
  /// is how many idle processes each bot has, see EpochGames::next(). Any thread may call.
  std::optional<QueuedGame> next(std::span<const int> idle);
  /// Gives out no more games of this block. The same circle plays as block `again` at the end. Any thread may call.
  void play_again(const Block& block, int again);

 private:
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
  const int chunk_blocks_;    // in blocks of the shard
  std::map<int, int> again_;  // by void block, the block that replaces it
  std::deque<Block> deferred_;
  int blocks_drawn_ = 0;
  int blocks_taken_ = 0;  // those of them that the shard has
  int chunks_begun_ = 0;
  const bool has_one_epoch_;                     // of each chunk
  std::vector<std::vector<QueuedGame>> epochs_;  // of the chunk, each in the order of the blocks
  int epoch_ = 0;
  EpochGames games_;  // those left in the epoch
};

}  // namespace arena
