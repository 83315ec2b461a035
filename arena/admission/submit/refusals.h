#pragma once

#include <string>
#include <vector>

#include "arena/admission/submit/ledger.h"

namespace arena {

/// A bot that was handed in and not taken. Its texts are safe on a terminal.
struct RefusedBot {
  std::string time;  ///< when it was refused, UTC, as in SubmittedVersion
  std::string name;  ///< as its bot.json says, and so the next two; empty: it was refused before that was known
  std::string author;
  std::string version;
  std::string archive;  ///< as in SubmittedVersion
  std::string step;     ///< the one that refused it, see step_name()
  std::string why;      ///< a sentence without its point, of kWhyBytesMax bytes at most
};

/// Bounds of what a league keeps of them, however many strangers hand in.
inline constexpr std::size_t kRefusalsMax = 1000;
inline constexpr std::size_t kWhyBytesMax = 1000;

/// The last bots that a league has refused, in the order of time. Throws InputError when the file is damaged.
std::vector<RefusedBot> read_refusals(const Ledger& ledger);

/// Adds one under the lock; the oldest goes when there are too many. Throws InputError, std::system_error.
void keep_refusal(const Ledger& ledger, RefusedBot refused, const Ledger::Lock& lock);

}  // namespace arena
