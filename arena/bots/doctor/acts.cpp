#include "arena/bots/doctor/acts.h"

#include <array>

namespace arena {
namespace {

using enum Isolation;

constexpr bool kCountedAtFull = true;

constexpr auto kActs = std::to_array<Act>({
#define ACT(name, ...) {#name, __VA_ARGS__},
#include "arena/bots/doctor/acts.inc"
#undef ACT
});

}  // namespace

std::span<const Act> acts() { return kActs; }

bool must_be_denied(const Act& act, Isolation isolation) {
  return isolation >= act.denied_from && !(isolation == full && act.counted_at_full);
}

}  // namespace arena
