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

/// Returns how many blocks a chunk of a run has. All bots start anew for each epoch, so a chunk has ten blocks for each
/// process (a bot at each table): most play enough games in an epoch to be worth their start. It has kChunkBlocks at
/// least. Larger chunks are rated later, so beyond 256 it has only as many blocks as there are bots, or eight a table, up
/// to 1024. In a run that may end early, chunks have kChunkBlocks, whatever the machine.
int blocks_of_chunk(const Manifest& manifest, int workers);

/// The games that a run still has to play, in order.
///
/// The schedule is cut into chunks of blocks, and a chunk is played in epochs. The games of a block have the same deals, so
/// an epoch has one game of each block at most, and all bot processes end with it: no process can recognise a deal. The
/// key draws which game that is, and the order of the games, which are then spread out so that a bot seldom sits at two
/// tables at the same time. Blocks that are played again for void ones come at the end.
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
