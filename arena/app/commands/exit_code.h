#pragma once

namespace arena::cli {

// The codes that the program ends with.

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;         ///< something went wrong on the way, or a check found something
inline constexpr int kBadInput = 2;       ///< the command line or a file is not as it must be
inline constexpr int kUndecided = 3;      ///< a duel is over, and nobody knows who is stronger
inline constexpr int kInterrupted = 130;  ///< a signal has stopped it, as shells report that

}  // namespace arena::cli
