#pragma once

#include <filesystem>
#include <vector>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// A folder of one run for what bots are started from, under a temporary folder of the system. No bot can list it. It
/// is locked while this object lives, and removed with it; those of arenas that were killed go when the next one
/// starts. A file in it says that it is one, and which: a folder that somebody else has made or copied is never removed, nor
/// what somebody else has put into it or in its place.
class Staging {
 public:
  /// In the first of the parents that serves. `for_others`: another user will run what is in it, as for an arena that
  /// root has started. Throws std::runtime_error that says why none of them serves.
  Staging(const std::vector<std::filesystem::path>& parents, bool for_others);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// What is in it must be readable for every user.
  bool for_others() const { return for_others_; }

  /// A new empty folder with a name that nobody can guess. Throws std::system_error.
  std::filesystem::path make_folder() const;
  /// A copy of the program in a folder of its own. Throws std::system_error.
  std::filesystem::path add_program(const std::filesystem::path& program) const;

 private:
  /// False with errno: it cannot be made there.
  bool make_in(const std::filesystem::path& parent);

  bool for_others_;
  std::filesystem::path path_;
  OwnedFd folder_;
  OwnedFd lock_;
};

/// Makes a file with the bytes of another and this mode, whatever the umask is. Returns 0, or why the other one cannot be
/// read, as errno has it. Throws std::system_error that names the copy.
int copy_file(const std::filesystem::path& file, const std::filesystem::path& copy, unsigned mode);

/// TMPDIR where it is set, /tmp, /var/tmp.
std::vector<std::filesystem::path> temporary_folders();

/// Removes the staging folders of this user in `parent` that no living arena holds. Returns how many.
int sweep_staging(const std::filesystem::path& parent);

/// Removes one; false where no arena of this user has left it, or something in it must stay: what others have put there,
/// and all of it when something is mounted there. Follows no link.
bool remove_left_staging(const std::filesystem::path& path);

/// Whether a path leads into a staging folder, or what has the name of one: what is written there may be removed.
bool is_in_staging(const std::filesystem::path& path);

}  // namespace arena
