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
  int game = 0;  ///< of the block: how many seats the circle has moved on
};

/// Blocks of a chunk of a run: ten for each process that its bots may have, one at each table, so that most play enough
/// games in an epoch to be worth their start; kChunkBlocks at least. Chunks of more than 256 are rated late: only where
/// bots would sit once or twice an epoch, or tables wait for its end, are there as many as bots, and eight a table, up to
/// 1024. A run that may end with a chunk has chunks that its records tell, of kChunkBlocks.
int blocks_of_chunk(const Manifest& manifest, int workers);

/// The games that a run still has to play. The schedule is cut into chunks of blocks, and a chunk is played in epochs: in
/// each every block has one game at most, the one that its seed draws, and the games come in an order that the key
/// draws, spread out for the tables. So no deal is met twice in an epoch; what bots know of it must not outlive the
/// epoch's end. At the end come the blocks that are played again for void ones.
class GameQueue {
 public:
  /// `wanted`: the games to play; empty: all. `is_decided`: asked at the end of each chunk, before which block that is;
  /// if it says so there are no more games, not even for void blocks. `shard`: the blocks to play; the chunks are of
  /// these alone. `tables`: games that are played at once.
  GameQueue(const Manifest& manifest, const RunKey& key, RecordedGames recorded, std::span<const VoidBlock> voids,
            std::function<bool(const QueuedGame&)> wanted = {}, std::function<bool(int block)> is_decided = {},
            Shard shard = {}, int chunk_blocks = kChunkBlocks, int tables = 1);

  /// Goes on to the next epoch, at first to the first one, that has a game left. False when there is none. To be called
  /// while no game is under way.
  bool next_epoch();
  /// The games that next() will give out in this epoch. To be called while no game is under way.
  std::vector<QueuedGame> games_left() const;
  /// The next game of the epoch that is wanted and not recorded; nothing when all have been given out. From any thread.
  std::optional<QueuedGame> next();
  /// No more games of this block; the same circle plays as block `again` at the end. From any thread.
  void play_again(const Block& block, int again);

 private:
  /// A block of the chunk, and its games in the order of the epochs.
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
  const int chunk_blocks_;  // of the shard's own
  const int tables_;
  std::map<int, int> again_;  // void block -> the one played for it
  std::deque<Block> deferred_;
  int blocks_drawn_ = 0;
  int blocks_taken_ = 0;  // of these, the shard's own
  int chunks_begun_ = 0;
  std::vector<Scheduled> chunk_;
  int epoch_ = 0;
  std::vector<int> order_;  // places in chunk_ whose games the epoch has left, last first
};

}  // namespace arena
