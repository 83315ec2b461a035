#include "arena/league/run/game_queue.h"

#include <algorithm>
#include <cstdint>

#include "arena/records/manifest.h"
#include "arena/records/manifest_schedule.h"

namespace arena {

int blocks_of_chunk(const Manifest& manifest, int workers) {
  if (manifest.may_end_early()) return early_end_chunk_blocks(manifest);
  const std::int64_t bots = std::ssize(manifest.bots);
  const std::int64_t worth_starts = std::clamp<std::int64_t>(10 * bots * workers, kChunkBlocks, 256);
  return static_cast<int>(std::min<std::int64_t>(std::max({worth_starts, bots, std::int64_t{16} * workers}), 2048));
}

GameQueue::GameQueue(const Manifest& manifest, const RunKey& key, RecordedGames recorded,
                     std::span<const VoidBlock> voids, std::function<bool(const QueuedGame&)> wanted,
                     std::function<bool(int)> is_decided, Shard shard, int chunk_blocks)
    : manifest_(manifest),
      key_(key),
      scheduler_(schedule_rules(manifest)),
      recorded_(std::move(recorded)),
      wanted_(std::move(wanted)),
      is_decided_(std::move(is_decided)),
      shard_(shard),
      chunk_blocks_(chunk_blocks),
      has_one_epoch_(!manifest.duplicate_deals && manifest.given_deals == 0) {
  for (const VoidBlock& block : voids) again_[block.block] = block.again;
}

bool GameQueue::next_epoch() {
  const std::lock_guard lock(mutex_);
  while (true) {
    ++epoch_;
    if (epoch_ >= std::ssize(epochs_) && !next_chunk()) return false;
    const Block& first = epochs_.front().front().block;
    const std::vector<QueuedGame>& epoch = epochs_[hearts::at(epoch_)];
    const BlockSeed seed = key_.block_seed(variant_of(first), first.number);
    std::vector<QueuedGame> games;
    for (const int place : seed.epoch_order(epoch_, static_cast<int>(epoch.size()))) {
      const QueuedGame& game = epoch[hearts::at(place)];
      if (is_left(game)) games.push_back(game);
    }
    games_ = EpochGames(std::move(games));
    if (!games_.empty()) return true;
  }
}

std::optional<QueuedGame> GameQueue::next(std::span<const int> idle) {
  const std::lock_guard lock(mutex_);
  while (std::optional<QueuedGame> game = games_.next(idle)) {
    if (!again_.contains(game->block.number)) return game;
  }
  return std::nullopt;
}

void GameQueue::play_again(const Block& block, int again) {
  const std::lock_guard lock(mutex_);
  again_[block.number] = again;
  deferred_.push_back({again, block.variant, block.circle, block.turn});
}

const std::string& GameQueue::variant_of(const Block& block) const {
  return manifest_.variants[hearts::at(block.variant)].id;
}

bool GameQueue::is_left(const QueuedGame& game) const {
  return !again_.contains(game.block.number) && !recorded_.has(game.block.number, game.game) &&
         (!wanted_ || wanted_(game));
}

/// Returns the next block that is not void.
std::optional<Block> GameQueue::next_block() {
  while (true) {
    Block block;
    if (blocks_drawn_ < manifest_.blocks) {
      block = scheduler_.next();
      ++blocks_drawn_;
      if (!shard_.has(block.number)) continue;
      ++blocks_taken_;
    } else if (!deferred_.empty()) {
      block = deferred_.front();
      deferred_.pop_front();
    } else {
      return std::nullopt;
    }
    const auto again = again_.find(block.number);
    if (again == again_.end()) return block;
    deferred_.push_back({again->second, block.variant, block.circle, block.turn});
  }
}

bool GameQueue::next_chunk() {
  epochs_.clear();
  epoch_ = 0;
  if (chunks_begun_ > 0 && is_decided_ && is_decided_(blocks_drawn_)) return false;
  const int blocks = shard_.blocks_in(manifest_.stage.first_block, manifest_.end_block());
  const std::vector<int> ends = chunk_ends(blocks, chunk_blocks_);
  // Blocks that replace void ones form chunks of their own after the others.
  std::int64_t end = std::int64_t{blocks_taken_} + chunk_blocks_;
  if (chunks_begun_ < std::ssize(ends)) end = ends[hearts::at(chunks_begun_++)];
  // Void blocks may have made the chunk before longer than planned.
  end = std::max(end, std::int64_t{blocks_taken_} + 1);
  for (std::int64_t taken = blocks_taken_; taken < end; ++taken) {
    std::optional<Block> block = next_block();
    if (!block) break;
    std::size_t epoch = 0;
    for (const int game :
         key_.block_seed(variant_of(*block), block->number).game_order(games_of_block(block->circle))) {
      if (epoch == epochs_.size()) epochs_.emplace_back();
      epochs_[epoch].push_back({*block, game});
      if (!has_one_epoch_) ++epoch;
    }
  }
  return !epochs_.empty();
}

}  // namespace arena
