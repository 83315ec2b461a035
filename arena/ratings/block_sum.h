#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "arena/records/fault_counts.h"

namespace arena {

/// Bounds of what can be rated together; the small integers below have room for as much.
inline constexpr int kRatedBotsMax = 65'535;
inline constexpr int kRatedVariantsMax = 65'535;
inline constexpr int kBlockSeatsMax = 255;  ///< games of a block times seats of a game; ours have 36 at most

/// What one block says about two different bots, first < second. A comparison is one seat of each in one game.
struct PairSum {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  std::uint16_t comparisons = 0;
  std::uint16_t halves = 0;  ///< points of first in halves: 2 for the better place, 1 for a shared one
  double margin = 0;         ///< sum over comparisons of (score of second - score of first) / hands of the game
};

/// What one bot did in one block, but for its faults.
struct BotGames {
  std::uint16_t bot = 0;
  std::uint8_t games = 0;  ///< a game counts once, however many seats the bot has in it
  std::uint8_t forfeits = 0;
};

/// The faults of one bot in one block, at least one.
struct BotFaults {
  int bot = 0;
  FaultCounts faults;
};

/// A complete block. A run may have a million of them: it keeps few bytes, and leaves its arrays with their owner.
class BlockSum {
 public:
  /// Of no games: the place of a block that is not complete.
  BlockSum() = default;
  /// `variant` below kRatedVariantsMax, `games` and `seats` at least 1, together at most kBlockSeatsMax.
  /// `pairs` and `bots` must outlive this.
  BlockSum(int variant, int games, int seats, std::span<const PairSum> pairs, std::span<const BotGames> bots,
           std::vector<BotFaults> faults = {})
      : pairs_(pairs.data()),
        bots_(bots.data()),
        pairs_size_(static_cast<std::uint16_t>(pairs.size())),
        variant_(static_cast<std::uint16_t>(variant)),
        games_(static_cast<std::uint8_t>(games)),
        seats_(static_cast<std::uint8_t>(seats)),
        bots_size_(static_cast<std::uint8_t>(bots.size())) {
    if (!faults.empty()) faults_ = std::make_unique<const std::vector<BotFaults>>(std::move(faults));
  }

  int variant() const { return variant_; }
  int games() const { return games_; }
  int seats() const { return seats_; }
  /// By first, then second; only pairs that were compared.
  std::span<const PairSum> pairs() const { return {pairs_, pairs_size_}; }
  /// By bot.
  std::span<const BotGames> bots() const { return {bots_, bots_size_}; }
  /// By bot; only those that had any.
  std::span<const BotFaults> faults() const { return faults_ ? *faults_ : std::span<const BotFaults>(); }

 private:
  const PairSum* pairs_ = nullptr;
  const BotGames* bots_ = nullptr;
  std::unique_ptr<const std::vector<BotFaults>> faults_;  ///< rare, so none takes the least
  std::uint16_t pairs_size_ = 0;
  std::uint16_t variant_ = 0;
  std::uint8_t games_ = 0;
  std::uint8_t seats_ = 0;
  std::uint8_t bots_size_ = 0;
};

/// Blocks by run, then number. The pointers hold until the BlockScores that gave them goes.
using BlockList = std::vector<const BlockSum*>;

}  // namespace arena
