#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/sandbox/owned_fd.h"

namespace arena {

/// Bounds of what is handed in, and of what a build makes of it.
inline constexpr std::uintmax_t kArchiveBytesMax = std::uintmax_t{128} << 20;
inline constexpr std::uintmax_t kUnpackedBytesMax = std::uintmax_t{512} << 20;
inline constexpr std::size_t kUnpackedEntriesMax = 10'000;  ///< files and folders
inline constexpr int kUnpackedDepthMax = 32;                ///< names in a path
inline constexpr std::size_t kFileNameBytesMax = 255;
inline constexpr std::size_t kPathBytesMax = 1000;

/// Which archives are taken.
enum class ArchiveKind {
  handed_in,  ///< .tar.gz, .tar or .zip
  built,      ///< a plain tar, as the sandbox writes it
};

/// Why a path of an archive cannot be taken, as the rest of a sentence: "leads out of the folder"; empty when it can.
std::string path_flaw(std::string_view path);

/// Unpacks an archive in a process of its own, which may write below that folder and do nothing else: libarchive reads
/// what strangers have made. Regular files and folders only. A file gets the mode 0755 when its owner may execute it,
/// else 0644. Nothing of the archive is trusted, neither its names nor its sizes; it is refused as soon as it passes a
/// bound.
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
