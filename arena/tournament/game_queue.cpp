#include "arena/tournament/game_queue.h"

#include <algorithm>

#include "arena/records/manifest.h"

namespace arena {

GameQueue::GameQueue(const Manifest& manifest, const RunKey& key, RecordedGames recorded,
                     std::span<const VoidBlock> voids, std::function<bool(const QueuedGame&)> wanted)
    : manifest_(manifest),
      key_(key),
      scheduler_(schedule_rules(manifest)),
      recorded_(std::move(recorded)),
      wanted_(std::move(wanted)) {
  for (const VoidBlock& block : voids) again_[block.block] = block.again;
}

std::optional<QueuedGame> GameQueue::next() {
  const std::lock_guard lock(mutex_);
  while (true) {
    while (!games_left_.empty()) {
      const int game = games_left_.back();
      games_left_.pop_back();
      const QueuedGame queued{block_, game};
      if (!recorded_.has(block_.number, game) && (!wanted_ || wanted_(queued))) return queued;
    }
    if (!next_block()) return std::nullopt;
  }
}

void GameQueue::play_again(const Block& block, int again) {
  const std::lock_guard lock(mutex_);
  if (block_.number == block.number) games_left_.clear();
  deferred_.push_back({again, block.variant, block.circle});
}

/// Goes on to the next block that is not void; false when there is none.
bool GameQueue::next_block() {
  while (true) {
    if (blocks_drawn_ < manifest_.blocks) {
      block_ = scheduler_.next();
      ++blocks_drawn_;
    } else if (!deferred_.empty()) {
      block_ = deferred_.front();
      deferred_.pop_front();
    } else {
      return false;
    }
    const auto again = again_.find(block_.number);
    if (again == again_.end()) break;
    deferred_.push_back({again->second, block_.variant, block_.circle});
  }
  const std::string& variant = manifest_.variants[hearts::at(block_.variant)].id;
  games_left_ = key_.block_seed(variant, block_.number).game_order(games_of_block(block_.circle));
  std::reverse(games_left_.begin(), games_left_.end());
  return true;
}

}  // namespace arena
