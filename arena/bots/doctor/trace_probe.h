#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "arena/bots/sandbox/sandbox.h"

namespace arena {

/// How much of what one canary left in the kernel another canary found.
struct FoundTrace {
  std::string way;  ///< by which it was left, as canary/traces.h names it
  int right = 0;    ///< bits that were read rightly; about half of them if the canary guesses
  int bits = 0;
  /// Whether more was read than guesses explain: all of a few bits, or more than 51 of 64, which a canary that guesses
  /// reaches once in a million tries.
  bool is_found() const { return bits < 16 ? right == bits : right * 16 >= bits * 13; }
};

/// Starts a canary in this sandbox that leaves bits in the kernel by every way that is known, ends it, calls `between`,
/// and starts another canary that looks for them. Returns a value for each way that this machine's files allow. Calls
/// `between` also before the first canary, so that there is room for its bits. Throws std::runtime_error if a canary
/// does not run to its end.
std::vector<FoundTrace> probe_traces(const Sandbox& sandbox, const std::function<void()>& between);

/// Makes sure that dropping the kernel's caches leaves no bot anything from an earlier epoch. Returns how long the last
/// drop took. Throws InputError that says what is wrong: bots see more of the machine than the caches can hide (below
/// Isolation::user), this process may not drop them, or a canary found a trace.
std::chrono::microseconds require_forgetful_kernel(const Sandbox& sandbox);

}  // namespace arena
