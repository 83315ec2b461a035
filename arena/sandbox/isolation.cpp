#include "arena/sandbox/isolation.h"

#include <algorithm>
#include <array>

namespace arena {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({"none", "confined", "user", "full"});

}  // namespace

std::string_view isolation_name(Isolation isolation) { return kNames[static_cast<std::size_t>(isolation)]; }

std::optional<Isolation> find_isolation(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Isolation>(found - kNames.begin());
}

}  // namespace arena
