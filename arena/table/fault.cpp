#include "arena/table/fault.h"

#include <algorithm>
#include <array>

namespace arena {
namespace {

/// In the order of Fault.
constexpr std::array<std::string_view, 14> kFaultNames = {
    "start_failed",     "start_timeout", "timeout",      "illegal", "garbage", "flood", "exited",
    "killed_by_signal", "closed_output", "closed_input", "stopped", "memory",  "cpu",   "sandbox"};
static_assert(kFaultNames.size() == static_cast<std::size_t>(Fault::sandbox) + 1);

}  // namespace

std::string_view fault_name(Fault fault) { return kFaultNames[static_cast<std::size_t>(fault)]; }

std::optional<Fault> find_fault(std::string_view name) {
  const auto found = std::ranges::find(kFaultNames, name);
  if (found == kFaultNames.end()) return std::nullopt;
  return static_cast<Fault>(found - kFaultNames.begin());
}

std::string_view blame_name(Blame blame) {
  static constexpr std::string_view kNames[] = {"bot", "arena", "machine"};
  return kNames[static_cast<std::size_t>(blame)];
}

}  // namespace arena
