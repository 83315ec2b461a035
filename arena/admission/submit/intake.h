#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "arena/bots/package/bot_files.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// Why a bot is refused, and what its author can change. Both texts are sentences, safe on a terminal, and name no path
/// of this machine.
struct Refusal : std::runtime_error {
  /// `why` has no full stop at its end.
  explicit Refusal(const std::string& why, std::string what_to_do)
      : std::runtime_error(why), remedy(std::move(what_to_do)) {}

  std::string remedy;
};

/// The remedy for a bot that is too large.
inline constexpr const char* kLeaveOut = "Leave out what the bot does not need when it plays.";

/// The largest archive that may be submitted.
inline constexpr std::uintmax_t kArchiveBytesMax = std::uintmax_t{128} << 20;

// Bounds of a submitted bot, and of what its build makes of it.
inline constexpr std::uintmax_t kUnpackedBytesMax = std::uintmax_t{512} << 20;
inline constexpr std::size_t kUnpackedEntriesMax = 10'000;  ///< files and folders
inline constexpr int kUnpackedDepthMax = 32;                ///< names in a path
inline constexpr std::size_t kFileNameBytesMax = 255;
inline constexpr std::size_t kPathBytesMax = 1000;

/// Returns why a path is not accepted, as the end of a sentence: "leads out of the folder". Returns nothing if it is.
[[nodiscard]] std::optional<std::string> path_flaw(std::string_view path);

/// Returns the name of a file for a sentence: in quotes, shortened if it is long, safe on a terminal.
std::string quoted_name(std::string_view name);

/// Counts what is read from one folder or archive, and refuses what exceeds the bounds. Its functions throw Refusal.
class Intake {
 public:
  struct Bounds {
    std::uintmax_t bytes = kUnpackedBytesMax;
    std::size_t entries = kUnpackedEntriesMax;
  };

  /// `what` is the name of the whole in a refusal, as in "the archive".
  Intake(std::string what, Bounds bounds) : what_(std::move(what)), bounds_(bounds) {}

  const std::string& what() const { return what_; }
  std::size_t entries() const { return entries_; }

  void add_entry();
  void add_bytes(std::uintmax_t count);
  /// Refuses a file that claims to have more bytes than may still come.
  void check_size(std::uintmax_t bytes) const;
  void check_path(std::string_view path) const;
  [[noreturn]] void refuse_link(std::string_view path) const;
  /// Refuses a device, a pipe or a socket.
  [[noreturn]] void refuse_special(std::string_view path) const;

 private:
  const std::string what_;
  const Bounds bounds_;
  std::size_t entries_ = 0;
  std::uintmax_t bytes_ = 0;
};

/// Which archives are accepted.
enum class ArchiveKind {
  submitted,  ///< .tar.gz, .tar or .zip
  built,      ///< a plain tar, as the sandbox writes it
};

/// The remedy for an archive that cannot be read.
inline constexpr const char* kPackAgain = "Pack it again: tar -czf bot.tar.gz FOLDER";

/// Reads an archive from the descriptor and fills the folder, in this process. Unpacking does it in a process of its
/// own.
///
/// It accepts regular files and folders only, and hard links to files that come before them in the archive, which
/// become copies of those. A file gets the mode 0755 if its owner may execute it, otherwise 0644. The archive's names
/// and sizes are not trusted, and the archive is refused as soon as it exceeds a bound. Throws Refusal,
/// std::system_error if the folder cannot be written, and std::bad_alloc.
void unpack_archive(int archive_fd, const NewFolder& to, ArchiveKind kind, Intake::Bounds bounds = {});

/// Unpacks an archive with unpack_archive() in a process of its own. Since libarchive there reads what strangers have
/// made, the process may write below that folder and do nothing else.
class Unpacking {
 public:
  /// Starts to read the archive from the descriptor and to fill the folder, which must be empty. `confined` imposes
  /// Landlock and the system-call filter, as far as this machine has them. Forks, so this process may have one thread
  /// only. Throws std::system_error.
  Unpacking(OwnedFd archive, const std::filesystem::path& folder, ArchiveKind kind, bool confined);
  /// Kills the process if it still runs.
  ~Unpacking();
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  /// Waits until the archive is unpacked. Throws Refusal that says what is wrong with it, and std::system_error that
  /// names the folder if that cannot be written.
  void finish();

 private:
  const std::filesystem::path folder_;
  pid_t pid_ = -1;
  OwnedFd report_;
};

}  // namespace arena
