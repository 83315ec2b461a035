#pragma once

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"
#include "arena/schedule/schedule.h"
#include "arena/seeds/run_key.h"

namespace arena {

/// One game to play.
struct QueuedGame {
  Block block;
  int game = 0;  ///< of the block: how many seats the circle has moved on
};

/// The games that a run still has to play, block after block, those of a block in the order that its seed draws. At
/// the end come the blocks that are played again for void ones. Any thread may call, at any time.
class GameQueue {
 public:
  /// `wanted`: the games to play; empty: all.
  GameQueue(const Manifest& manifest, const RunKey& key, RecordedGames recorded, std::span<const VoidBlock> voids,
            std::function<bool(const QueuedGame&)> wanted = {});

  /// The next game that is wanted and not recorded; nothing when all have been given out.
  std::optional<QueuedGame> next();
  /// No more games of this block; the same circle plays as block `again` at the end.
  void play_again(const Block& block, int again);

 private:
  bool next_block();

  std::mutex mutex_;
  const Manifest& manifest_;
  const RunKey& key_;
  Scheduler scheduler_;
  RecordedGames recorded_;
  std::function<bool(const QueuedGame&)> wanted_;
  std::map<int, int> again_;  // void block -> the one played for it
  std::deque<Block> deferred_;
  int blocks_drawn_ = 0;
  Block block_;
  std::vector<int> games_left_;  // of block_, last first
};

}  // namespace arena
