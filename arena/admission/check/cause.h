#pragma once

#include <string>

namespace arena {

/// Why a bot's program cannot run or ends, and what its author can do.
struct Cause {
  std::string what;     ///< a sentence without its point, safe on a terminal
  std::string remedy;   ///< sentences
  std::string limit{};  ///< the limit that it ran into, with its bound; empty: none
};

}  // namespace arena
