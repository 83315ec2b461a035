#pragma once

#include <string_view>

namespace arena::cli {

/// The commit that the program was built from. commit.cmake writes it when the program is built.
struct BuildCommit {
  std::string_view hash;  ///< 12 digits, with "-dirty" if files were changed; "unknown" without git
  std::string_view date;  ///< "2031-05-17" in UTC; empty without git
};

BuildCommit build_commit();

}  // namespace arena::cli
