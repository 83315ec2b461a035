#pragma once

#include <cerrno>

#include "arena/bots/doctor/canary/decoys.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// What became of an act.
struct Tried {
  bool allowed = false;
  int error = 0;         ///< errno of the denial; 0: see why
  const char* why = "";  ///< one word, may be empty when the act was allowed
};

inline Tried allowed() { return {true, 0, ""}; }
inline Tried denied(const char* why) { return {false, 0, why}; }
inline Tried denied_by_errno(int error = errno) { return {false, error, ""}; }
/// Of a call that returns -1 with errno when it fails.
inline Tried by_result(long result) { return result >= 0 ? allowed() : denied_by_errno(); }
/// Of a call that returns a descriptor, which is closed again, or -1 with errno.
inline Tried by_descriptor(long fd) {
  const OwnedFd opened(static_cast<int>(fd));
  return by_result(fd);
}
/// Of a call made with an argument that cannot be: the kernel refuses it by `error` after it has granted the right.
inline Tried by_result_or(long result, int error) {
  return result >= 0 || errno == error ? allowed() : denied_by_errno();
}

/// How the canary tries each act: by the function of its name, which undoes what it did.
namespace attempts {
#define ACT(name, ...) Tried name(const Decoys& decoys);
#include "arena/bots/doctor/acts.inc"
#undef ACT
}  // namespace attempts

}  // namespace arena
