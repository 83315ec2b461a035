#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "arena/bots/protocol/limits.h"

namespace arena {

/// A limit: its name in league files and records, the range it may have, and where else it is said.
struct LimitKey {
  using Time = std::chrono::milliseconds Limits::*;
  using Count = int Limits::*;
  using Flag = bool Limits::*;

  std::string_view name;
  std::variant<Time, Count, Flag> value;
  int least;
  int most;
  std::string_view help = {};        ///< of a flag, what it does; else what follows "time", "0.5 s" or "3"
  std::string_view time_field = {};  ///< its name in the line `time` that bots get; empty: they are not told
  std::string_view option = {};      ///< of the command line; empty: only a league file can say it
  bool only_if_set = false;          ///< records and the line `time` have it only where it is not 0
  bool of_process = false;  ///< concerns a bot's process from its start to its end: it is the same in all variants

  const Time* time() const { return std::get_if<Time>(&value); }
  const Flag* flag() const { return std::get_if<Flag>(&value); }
  /// The value in milliseconds, as a count, or 0 or 1.
  std::int64_t of(const Limits& limits) const;
  /// Sets what of() gives.
  void set(Limits& limits, std::int64_t number) const;
};

/// All limits, in the order in which they are written. This is the one table of them.
std::span<const LimitKey> limit_keys();

}  // namespace arena
