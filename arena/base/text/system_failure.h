#pragma once

#include <cerrno>
#include <string>
#include <system_error>

namespace arena {

/// Throws std::system_error for a system call that failed. `what` names the call or the path.
[[noreturn]] inline void throw_errno(const std::string& what, int error = errno) {
  if (error == EFBIG) throw std::system_error(error, std::generic_category(), what + " (see ulimit -f)");
  throw std::system_error(error, std::generic_category(), what);
}

}  // namespace arena
