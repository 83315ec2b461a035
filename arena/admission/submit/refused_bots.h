#pragma once

#include <string>
#include <vector>

#include "arena/admission/submit/ledger.h"

namespace arena {

/// Bounds of what a league keeps of them, however many strangers hand in.
inline constexpr std::size_t kRefusalsMax = 1000;
inline constexpr std::size_t kWhyBytesMax = 1000;

/// The last bots that a league has refused, in the order of time. Throws InputError when the file is damaged.
std::vector<RefusedBot> read_refusals(const Ledger& ledger);

/// Adds one under the lock; the oldest goes when there are too many. Throws InputError, std::system_error.
void keep_refusal(const Ledger& ledger, RefusedBot refused, const Ledger::Lock& lock);

}  // namespace arena
