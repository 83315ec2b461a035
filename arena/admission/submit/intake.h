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

/// Why a bot is not taken, and what its author can change. Both are sentences, safe on a terminal, without paths of
/// this machine.
struct Refusal : std::runtime_error {
  /// `why` has no point at its end.
  explicit Refusal(const std::string& why, std::string what_to_do)
      : std::runtime_error(why), remedy(std::move(what_to_do)) {}

  std::string remedy;
};

/// What to do where there is too much of something.
inline constexpr const char* kLeaveOut = "Leave out what the bot does not need when it plays.";

/// Most bytes of an archive that is handed in.
inline constexpr std::uintmax_t kArchiveBytesMax = std::uintmax_t{128} << 20;

/// Bounds of what is handed in, and of what a build makes of it.
inline constexpr std::uintmax_t kUnpackedBytesMax = std::uintmax_t{512} << 20;
inline constexpr std::size_t kUnpackedEntriesMax = 10'000;  ///< files and folders
inline constexpr int kUnpackedDepthMax = 32;                ///< names in a path
inline constexpr std::size_t kFileNameBytesMax = 255;
inline constexpr std::size_t kPathBytesMax = 1000;

/// Why a path cannot be taken, as the rest of a sentence: "leads out of the folder"; nothing when it can.
[[nodiscard]] std::optional<std::string> path_flaw(std::string_view path);

/// The name of a file in a sentence: in quotes, cut where it is long, safe on a terminal.
std::string quoted_name(std::string_view name);

/// Watches what is taken of one folder or archive, and refuses what is beyond the bounds. Its calls throw Refusal.
class Intake {
 public:
  struct Bounds {
    std::uintmax_t bytes = kUnpackedBytesMax;
    std::size_t entries = kUnpackedEntriesMax;
  };

  /// `what`: how a refusal calls the whole, as in "the archive".
  Intake(std::string what, Bounds bounds) : what_(std::move(what)), bounds_(bounds) {}

  const std::string& what() const { return what_; }
  std::size_t entries() const { return entries_; }

  void add_entry();
  void add_bytes(std::uintmax_t count);
  /// Refuses a file that says it has more bytes than may still come.
  void check_size(std::uintmax_t bytes) const;
  void check_path(std::string_view path) const;
  [[noreturn]] void refuse_link(std::string_view path) const;

 private:
  const std::string what_;
  const Bounds bounds_;
  std::size_t entries_ = 0;
  std::uintmax_t bytes_ = 0;
};

/// Which archives are taken.
enum class ArchiveKind {
  handed_in,  ///< .tar.gz, .tar or .zip
  built,      ///< a plain tar, as the sandbox writes it
};

/// What to do with an archive that cannot be read.
inline constexpr const char* kPackAgain = "Pack it again: tar -czf bot.tar.gz FOLDER";

/// Reads an archive from the descriptor and fills the folder, in this process: Unpacking has one for it. Regular files
/// and folders only. A file gets the mode 0755 when its owner may execute it, else 0644. Nothing of the archive is
/// trusted, neither its names nor its sizes; it is refused as soon as it passes a bound. Throws Refusal,
/// std::system_error when the folder cannot be written, std::bad_alloc.
void unpack_archive(int archive_fd, const NewFolder& to, ArchiveKind kind, Intake::Bounds bounds = {});

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
