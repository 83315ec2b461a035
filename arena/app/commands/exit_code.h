#pragma once

#include <string_view>

namespace arena::cli {

// The exit codes of the program.

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;         ///< something failed, or a check found a fault; not in a duel (see kNoResult)
inline constexpr int kBadInput = 2;       ///< the command line or an input file is wrong
inline constexpr int kNotStronger = 1;    ///< a duel did not show that the first bot is stronger
inline constexpr int kUndecided = 3;      ///< a duel ended without a decision
inline constexpr int kNoResult = 4;       ///< a duel has no result because of forfeits, or because something failed
inline constexpr int kInterrupted = 130;  ///< a signal stopped the program; 130 is what shells report then

/// The message of a program that has no memory left.
inline constexpr std::string_view kOutOfMemory =
    "the arena itself is out of memory: ulimit -v or its control group may limit it; what is recorded is kept";

}  // namespace arena::cli
