#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// Most parts that a run is cut into.
inline constexpr int kShardsMax = 10'000;

/// A part of a run, played apart from the others: the blocks whose number divided by `count` leaves `index`.
struct Shard {
  int index = 0;
  int count = 1;  ///< 1: the whole run

  bool has(int block) const { return block % count == index; }
  /// How many it has of the blocks from `first` to before `end`.
  int blocks_in(int first, int end) const { return blocks_before(end) - blocks_before(first); }
  /// Which block is played for the nth void one of this shard, from 0, where `end` is behind all planned blocks: the nth
  /// that the shard has from there. No two shards have one.
  int block_again(int end, int nth) const { return end + (index - end % count + count) % count + nth * count; }

  bool operator==(const Shard&) const = default;

 private:
  int blocks_before(int end) const { return end / count + (index < end % count ? 1 : 0); }
};

/// "3/7"; nothing for a text that names no shard. 0 <= index < count <= kShardsMax.
std::optional<Shard> find_shard(std::string_view text);
std::string shard_name(Shard shard);

}  // namespace arena
