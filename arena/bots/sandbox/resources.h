#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace arena {

/// What one bot process may use; the values are the defaults. A league may change the defaults, and it bounds what a
/// bot.json may ask for (bots/package/resource_policy.h).
struct Resources {
  int memory_mb = 1024;    ///< at Isolation::full of all processes and /tmp together; else of the data of each process
  int processes = 1;       ///< at the same time, including its first; 1 allows threads, but no second process
  int threads = 64;        ///< at the same time, of all its processes together
  int tmp_mb = 64;         ///< in /tmp; there is no /tmp at Isolation::confined
  int files = 128;         ///< open descriptors of a process
  int stderr_kb = 64;      ///< kept of its stderr in a game that it forfeits, and of the output of a build
  int idle_cpu_ms = 5000;  ///< processor time in a game while it is not its turn; more is a fault. 0 for no bound

  bool operator==(const Resources&) const = default;
};

/// The most that bot.json may ask for if the league does not set a bound. Only a league may allow more processes, or
/// more processor time in others' turns: that time is not measured for further processes. Of descriptors, Python needs
/// 6, Java 12, Node.js 18, and 34 with four worker threads. A bot with more can use up the memory for pipes that all
/// bots share if root does not start the arena.
inline constexpr Resources kResourceBounds = {2048, 1, 256, 256, 256, 256, 5000};

/// A resource as league files, bot.json and records write it, and the range it may have anywhere.
struct ResourceKey {
  std::string_view name;  ///< the member's. MB and KB are 2^20 and 2^10 bytes
  int Resources::* value;
  int least;
  int most;
  std::string_view noun;       ///< what it is, for people
  std::string_view unit = {};  ///< of the value; empty if it counts things
  bool zero_is_unbounded = false;

  /// Whether `a` of it is more than `b`.
  constexpr bool is_more(int a, int b) const {
    if (zero_is_unbounded && (a == 0 || b == 0)) return a == 0 && b != 0;
    return a > b;
  }
};

/// All resources, in the order in which they are written. The least value is one that some bot can start with. The most
/// is what a machine may have; for stderr it is what a line of the records can hold.
inline constexpr auto kResourceKeys = std::to_array<ResourceKey>({
    {"memory_mb", &Resources::memory_mb, 16, 1 << 20, "memory", "MB"},
    {"processes", &Resources::processes, 1, 4096, "processes"},
    {"threads", &Resources::threads, 1, 32768, "threads"},
    {"tmp_mb", &Resources::tmp_mb, 1, 1 << 16, "space in /tmp", "MB"},
    {"files", &Resources::files, 16, 1 << 16, "open files"},
    {"stderr_kb", &Resources::stderr_kb, 4, 512, "stderr kept of a forfeited game", "KB"},
    {"idle_cpu_ms", &Resources::idle_cpu_ms, 0, 86'400'000, "processor time in other bots' turns of a game", "ms",
     true},
});
constexpr std::span<const ResourceKey> resource_keys() { return kResourceKeys; }

/// Returns the resource of that name, or null if there is none.
[[nodiscard]] constexpr const ResourceKey* find_resource(std::string_view name) {
  const auto found = std::ranges::find(kResourceKeys, name, &ResourceKey::name);
  return found == kResourceKeys.end() ? nullptr : &*found;
}

/// Returns the larger value of each resource.
[[nodiscard]] constexpr Resources most_of(const Resources& one, const Resources& other) {
  Resources most = one;
  for (const ResourceKey& key : kResourceKeys) {
    if (key.is_more(other.*key.value, most.*key.value)) most.*key.value = other.*key.value;
  }
  return most;
}

}  // namespace arena
