#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/bots/protocol/limits.h"

namespace arena {

/// Describes one limit: its name in league files and records, its range, and where else it appears. Times are in
/// milliseconds.
struct LimitKey {
  using Time = std::chrono::milliseconds Limits::*;
  using Count = int Limits::*;
  using Flag = bool Limits::*;

  std::string_view name;
  std::variant<Time, Count, Flag> value;
  int least;
  int most;
  /// For a flag, what it does. For a time or a count, a phrase to put after it: "0.5 s for one answer".
  std::string_view help = {};
  std::string_view time_field = {};  ///< its name in the line `time`; if empty, the line does not have it
  std::string_view option = {};      ///< its option on the command line; if empty, only a league file can set it
  bool only_if_set = false;          ///< records and the line `time` have it only if it is not 0
  /// It concerns a bot's process from its start to its end, so all variants have the same value.
  bool of_process = false;

  const Time* time() const { return std::get_if<Time>(&value); }
  /// Whether a variant may have a value of its own.
  bool may_be_of_variant() const { return !of_process; }
  /// Whether a bot may have a value of its own.
  bool may_be_of_bot() const { return flag() == nullptr; }
  const Flag* flag() const { return std::get_if<Flag>(&value); }
  /// Returns the value as a number: milliseconds, a count, or 0 or 1 for a flag.
  std::int64_t of(const Limits& limits) const;
  /// Sets the value from such a number.
  void set(Limits& limits, std::int64_t number) const;
};

/// A limit with its value as a number.
using LimitValue = std::pair<const LimitKey*, std::int64_t>;

/// Returns these limits with the values in place of their own.
Limits with_values(Limits limits, std::span<const LimitValue> values);

/// Returns those of the limits that differ from `others`.
std::vector<LimitValue> differing_limits(const Limits& limits, const Limits& others);

/// Returns the values as text: "move_ms=200 bank_ms=10000".
std::string limits_text(std::span<const LimitValue> values);

/// Returns all limits in the order in which they are written. This is the only list of them.
std::span<const LimitKey> limit_keys();

}  // namespace arena
