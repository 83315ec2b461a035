#pragma once

#include <array>
#include <span>
#include <string_view>

#include "arena/bots/sandbox/isolation.h"

namespace arena {

/// Something that a sandbox keeps bots from doing. The canary tries it, so that the arena sees whether it is denied.
struct Act {
  std::string_view name;     ///< lower case with underscores
  std::string_view meaning;  ///< "reads another bot's folder"
  Isolation denied_from;     ///< the weakest isolation that denies it
  /// True if Isolation::full may allow it, because a control group limits what a bot gains by it.
  bool counted_at_full = false;
};

/// Returns all acts in the order in which the canary tries them: first those that need a fresh process, last those that
/// could change it.
inline std::span<const Act> acts() {
  using enum Isolation;
  constexpr bool kCountedAtFull = true;
  static constexpr auto kActs = std::to_array<Act>({
#define ACT(name, ...) {#name, __VA_ARGS__},
#include "arena/bots/doctor/acts.inc"
#undef ACT
  });
  return kActs;
}

/// Whether this isolation promises that the act fails.
inline bool must_be_denied(const Act& act, Isolation isolation) {
  return isolation >= act.denied_from && !(isolation == Isolation::full && act.counted_at_full);
}

}  // namespace arena
