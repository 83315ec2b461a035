#pragma once

#include <cerrno>
#include <filesystem>
#include <functional>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// A folder of one run, under a temporary folder of the system, for the copies that bots are started from. No bot can
/// list it.
///
/// This object owns the folder: it locks it and removes it when it is destroyed. If the arena is killed, the reaper or
/// the next arena removes the folder. A file in the folder names it, so that nothing else is ever removed: neither a
/// folder that somebody else has made or copied, nor what somebody else has put into this one or in its place. Any
/// thread may call the functions.
class Staging {
 public:
  /// Makes the folder in the first of the parents that will do. `for_others` says that another user will run what is in
  /// it, as when root has started the arena. `announce` is called with the folder's path before it is made, so that a
  /// reaper removes it whenever the arena is killed. Throws std::runtime_error that says why none of the parents will
  /// do.
  Staging(const std::vector<std::filesystem::path>& parents, bool for_others,
          const std::function<void(const std::filesystem::path&)>& announce = {});
  ~Staging();

  const std::filesystem::path& path() const { return path_; }
  /// Whether what is in the folder must be readable for every user.
  bool for_others() const { return for_others_; }

  /// Makes an empty folder with a name that nobody can guess. Throws std::system_error.
  [[nodiscard]] std::filesystem::path make_folder() const;
  /// Copies the program into a folder of its own, and returns the copy's path. Throws std::system_error.
  [[nodiscard]] std::filesystem::path add_program(const std::filesystem::path& program) const;

 private:
  /// Returns false with errno if the folder cannot be made there.
  bool make_in(const std::filesystem::path& parent, const std::function<void(const std::filesystem::path&)>& announce);

  bool for_others_;
  std::filesystem::path path_;
  OwnedFd folder_;
  OwnedFd lock_;
};

/// Throws std::system_error, which names the path, for a file or folder that cannot be written. If it is in a staging
/// folder, the error also says how to choose another place.
[[noreturn]] void throw_unwritten(const std::filesystem::path& path, int error = errno);

/// Copies a file; the copy has this mode, whatever the umask is. Returns 0, or the errno that says why the original
/// cannot be read. Throws std::system_error that names the copy if that cannot be written.
[[nodiscard]] int copy_file(const std::filesystem::path& file, const std::filesystem::path& copy, unsigned mode);

/// Returns TMPDIR if it is set, then /tmp and /var/tmp.
[[nodiscard]] std::vector<std::filesystem::path> temporary_folders();

/// Removes the staging folders of this user in `parent` whose arenas have ended, and returns how many. Removes a
/// bounded number, so that a start does not take long.
int sweep_staging(const std::filesystem::path& parent);

/// Removes a staging folder that an arena of this user has left, and returns whether it is gone. What others have put
/// into it stays, and the whole folder stays if something is mounted in it. Follows no link. `wait_ms` is how long to
/// wait for an arena that is just ending, whose lock the kernel has not released yet.
bool remove_left_staging(const std::filesystem::path& path, int wait_ms = 0);

/// Whether a path leads into a folder that has the name of a staging folder. What is written there may be removed.
[[nodiscard]] bool is_in_staging(const std::filesystem::path& path);

}  // namespace arena
