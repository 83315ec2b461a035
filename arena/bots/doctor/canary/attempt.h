#pragma once

#include <cerrno>

#include "arena/bots/doctor/canary/decoys.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// The result of trying an act.
struct Tried {
  bool allowed = false;
  int error = 0;         ///< errno of the denial; 0 if `why` has the reason, or if the act was allowed
  const char* why = "";  ///< the reason in one word; may be empty when the act was allowed
};

inline Tried allowed() { return {true, 0, ""}; }
inline Tried denied(const char* why) { return {false, 0, why}; }
inline Tried denied_by_errno(int error = errno) { return {false, error, ""}; }
/// The result of a call that returns -1 with errno when it fails.
inline Tried by_result(long result) { return result >= 0 ? allowed() : denied_by_errno(); }
/// The result of a call that returns a descriptor, or -1 with errno. The descriptor is closed again.
inline Tried by_descriptor(long fd) {
  const OwnedFd opened(static_cast<int>(fd));
  return by_result(fd);
}
/// The result of a call that is made with an invalid argument. If it fails with `error`, the kernel had granted the
/// right and then refused the argument, so the act counts as allowed.
inline Tried by_result_or(long result, int error) {
  return result >= 0 || errno == error ? allowed() : denied_by_errno();
}

/// The functions that try the acts. Each has the name of its act, and undoes what it did.
namespace attempts {
#define ACT(name, ...) Tried name(const Decoys& decoys);
#include "arena/bots/doctor/acts.inc"
#undef ACT
}  // namespace attempts

}  // namespace arena
