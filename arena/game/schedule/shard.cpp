#include "arena/game/schedule/shard.h"

#include "engine/typed_text.h"

namespace arena {
namespace {

/// A number without sign and needless zeros; nothing for another text.
std::optional<int> number_in(std::string_view text) {
  const std::optional<int> number = hearts::whole_number(text, 0, kShardsMax);
  return number && std::to_string(*number) == text ? number : std::nullopt;
}

}  // namespace

std::optional<Shard> find_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<int> index = number_in(text.substr(0, slash));
  const std::optional<int> count = number_in(text.substr(slash + 1));
  if (!index || !count || *index >= *count) return std::nullopt;
  return Shard{*index, *count};
}

std::string shard_name(Shard shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

}  // namespace arena
