#pragma once

namespace arena::cli {

// The exit codes of the program.

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;         ///< something failed, or a check found a fault
inline constexpr int kBadInput = 2;       ///< the command line or an input file is wrong
inline constexpr int kUndecided = 3;      ///< a duel ended without a decision
inline constexpr int kInterrupted = 130;  ///< a signal stopped the program; 130 is what shells report then

}  // namespace arena::cli
