#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/typed_text.h"

namespace arena {

/// The most shards that a run may have.
inline constexpr int kShardsMax = 10'000;

/// A part of a run that is played separately: the blocks whose number divided by `count` leaves the remainder `index`.
struct Shard {
  int index = 0;
  int count = 1;  ///< 1 for the whole run

  bool has(int block) const { return block % count == index; }
  /// Returns how many of the blocks from `first` to before `end` it has.
  int blocks_in(int first, int end) const { return blocks_before(end) - blocks_before(first); }
  /// Returns the block that replaces the nth void block of this shard, from 0. It is the nth of the shard's blocks from
  /// `end` on, which comes after all planned blocks. No two shards share such a block.
  int block_again(int end, int nth) const { return end + (index - end % count + count) % count + nth * count; }

  bool operator==(const Shard&) const = default;

 private:
  int blocks_before(int end) const { return end / count + (index < end % count ? 1 : 0); }
};

inline std::string shard_name(Shard shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

/// Parses a shard such as "3/7", as shard_name() writes it, where 0 <= index < count <= kShardsMax. Returns nothing for
/// any other text.
inline std::optional<Shard> find_shard(std::string_view text) {
  const auto parts = hearts::split(text, "/");
  if (parts.size() != 2) return std::nullopt;
  const std::optional<int> index = hearts::whole_number(parts[0], 0, kShardsMax);
  const std::optional<int> count = hearts::whole_number(parts[1], 0, kShardsMax);
  if (!index || !count || *index >= *count || shard_name({*index, *count}) != text) return std::nullopt;
  return Shard{*index, *count};
}

}  // namespace arena
