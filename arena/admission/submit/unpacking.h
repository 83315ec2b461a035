#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>

#include "arena/admission/submit/intake.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// Most bytes of an archive that is handed in.
inline constexpr std::uintmax_t kArchiveBytesMax = std::uintmax_t{128} << 20;

/// Unpacks an archive, see unpack_archive(), in a process of its own, which may write below that folder and do nothing
/// else: libarchive reads what strangers have made.
class Unpacking {
 public:
  /// Reads the archive from the descriptor and fills the folder, which is empty. `confined`: with Landlock and the
  /// system-call filter, as far as this machine has them. Forks: to be made while this process has one thread. Throws
  /// std::system_error.
  Unpacking(OwnedFd archive, const std::filesystem::path& folder, ArchiveKind kind, bool confined);
  /// Ends it.
  ~Unpacking();
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  /// Waits for its end. Throws Refusal that says what is wrong with the archive, std::system_error when the folder
  /// cannot be written.
  void finish();

 private:
  pid_t pid_ = -1;
  OwnedFd report_;
};

}  // namespace arena
