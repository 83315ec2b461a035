#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/typed_text.h"

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

inline std::string shard_name(Shard shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

/// "3/7", as shard_name() writes it; nothing for another text. 0 <= index < count <= kShardsMax.
inline std::optional<Shard> find_shard(std::string_view text) {
  const auto parts = hearts::split(text, "/");
  if (parts.size() != 2) return std::nullopt;
  const std::optional<int> index = hearts::whole_number(parts[0], 0, kShardsMax);
  const std::optional<int> count = hearts::whole_number(parts[1], 0, kShardsMax);
  if (!index || !count || *index >= *count || shard_name({*index, *count}) != text) return std::nullopt;
  return Shard{*index, *count};
}

}  // namespace arena
