#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace arena {

/// Which games of a run are recorded: a byte a block. Blocks count from 0, games of a block from 0 to 7.
class RecordedGames {
 public:
  /// False if the game was there already. 0 <= game < 8.
  bool add(int block, int game) {
    const auto index = static_cast<std::size_t>(block);
    if (index >= blocks_.size()) blocks_.resize(index + 1, 0);
    if (has(block, game)) return false;
    blocks_[index] = static_cast<std::uint8_t>(blocks_[index] | 1U << game);
    ++count_;
    return true;
  }
  bool has(int block, int game) const { return (games_of(block) >> game & 1U) != 0; }
  int count() const { return count_; }
  /// Block and game of the first; {0, 0} if there is none.
  std::pair<int, int> first() const {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      if (blocks_[block] != 0) return {static_cast<int>(block), std::countr_zero(blocks_[block])};
    }
    return {0, 0};
  }
  /// Of one block.
  int count(int block) const { return std::popcount(games_of(block)); }

 private:
  std::uint8_t games_of(int block) const {
    const auto index = static_cast<std::size_t>(block);
    return index < blocks_.size() ? blocks_[index] : std::uint8_t{0};
  }

  std::vector<std::uint8_t> blocks_;
  int count_ = 0;
};

}  // namespace arena
