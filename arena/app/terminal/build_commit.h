#pragma once

#include <string_view>

namespace arena::cli {

/// What the program was built from. Made at build time by commit.cmake.
struct BuildCommit {
  std::string_view hash;  ///< 12 digits, "-dirty" behind them for files that were changed; "unknown" without git
  std::string_view date;  ///< "2031-05-17" in UTC; empty without git
};

BuildCommit build_commit();

}  // namespace arena::cli
