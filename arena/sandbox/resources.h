#pragma once

#include <span>
#include <string_view>

namespace arena {

/// What one process of a bot may use. This is the one table of defaults; a league may change them and bound what
/// bot.json may ask for.
struct Resources {
  int memory_mb =
      1024;            ///< of all its processes and its /tmp together at Isolation::full; of each process's data below
  int processes = 1;   ///< at once, itself included. 1: threads, but no second process
  int threads = 64;    ///< at once, of all its processes together
  int tmp_mb = 64;     ///< in /tmp; there is no /tmp at Isolation::confined
  int files = 256;     ///< open descriptors of a process
  int stderr_kb = 64;  ///< kept of what it writes to stderr in a game
  int idle_cpu_ms = 5000;  ///< processor time in a game while it is not its turn; more is a fault. 0: not bounded

  bool operator==(const Resources&) const = default;
};

/// The most that bot.json may ask for where the league does not say. Time in others' turns is given by a league only,
/// and so are processes: what they compute is not counted.
inline constexpr Resources kResourceBounds = {2048, 1, 256, 256, 1024, 256, 5000};

/// A resource as league files, bot.json and records write it, and the range it may have anywhere.
struct ResourceKey {
  std::string_view name;  ///< the member's. MB and KB are 2^20 and 2^10 bytes
  int Resources::*value;
  int least;
  int most;
  bool zero_is_unbounded = false;

  /// Whether `a` of it is more than `b`.
  bool is_more(int a, int b) const;
};

/// All of them, in the order in which they are written.
std::span<const ResourceKey> resource_keys();
/// Null: there is no such resource.
const ResourceKey* find_resource(std::string_view name);

}  // namespace arena
