#include "arena/sandbox/resources.h"

#include <algorithm>
#include <array>

namespace arena {
namespace {

// Least: what some bot can start with. Most: what a machine may have; a line of the records must hold all of stderr.
constexpr auto kKeys = std::to_array<ResourceKey>({
    {"memory_mb", &Resources::memory_mb, 16, 1 << 20},
    {"processes", &Resources::processes, 1, 4096},
    {"threads", &Resources::threads, 1, 32768},
    {"tmp_mb", &Resources::tmp_mb, 1, 1 << 16},
    {"files", &Resources::files, 16, 1 << 16},
    {"stderr_kb", &Resources::stderr_kb, 4, 512},
    {"idle_cpu_ms", &Resources::idle_cpu_ms, 0, 86'400'000, true},
});

}  // namespace

bool ResourceKey::is_more(int a, int b) const {
  if (zero_is_unbounded && (a == 0 || b == 0)) return a == 0 && b != 0;
  return a > b;
}

std::span<const ResourceKey> resource_keys() { return kKeys; }

const ResourceKey* find_resource(std::string_view name) {
  const auto found = std::ranges::find(kKeys, name, &ResourceKey::name);
  return found == kKeys.end() ? nullptr : &*found;
}

}  // namespace arena
