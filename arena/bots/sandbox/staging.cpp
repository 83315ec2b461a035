#include "arena/bots/sandbox/staging.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mntent.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "arena/base/text/whole_file.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".hearts-arena-staging-";
constexpr std::size_t kNameBytes = 3;  // random bytes in the name of a staging folder
constexpr const char* kLockFile = "lock";
constexpr int kSweptMax = 16;             // each may be large: a start should not take long
constexpr int kEntriesSeenMax = 100'000;  // in a parent that everybody may fill
constexpr int kMadeAgainMax = 5;
constexpr std::size_t kCopyBytes = 16;  // random bytes in the name of a folder in it
constexpr int kLockPauseMs = 10;        // between two tries to lock

/// Whether users other than its owner may remove or replace what is in the folder.
bool is_open_to_others(const struct stat& folder) {
  return (folder.st_mode & (S_IWOTH | S_IWGRP)) != 0 && (folder.st_mode & S_ISVTX) == 0;
}

/// Returns why no staging folder can be in this one, or nothing when it can.
std::optional<std::string> why_not(const fs::path& parent, bool for_others) {
  if (!parent.is_absolute()) return "not an absolute path";
  struct stat info = {};
  if (::stat(parent.c_str(), &info) != 0) return std::strerror(errno);
  if (!S_ISDIR(info.st_mode)) return "not a folder";
  if (::access(parent.c_str(), W_OK | X_OK) != 0) return std::strerror(errno);
  if (is_open_to_others(info)) return "other users can replace what is in it";
  struct statvfs system = {};
  if (::statvfs(parent.c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
    return "programs may not be run there";
  // The owner of the machine's root folder could replace everything, and is trusted. In a user namespace without root
  // that owner is nobody.
  struct stat root = {};
  if (::stat("/", &root) != 0) return std::strerror(errno);
  const auto is_trusted = [&] { return info.st_uid == root.st_uid || info.st_uid == 0 || info.st_uid == ::geteuid(); };
  if (!is_trusted()) return "another user can replace what is in it";
  if (!for_others) return std::nullopt;
  std::error_code error;
  for (fs::path at = fs::canonical(parent, error); !error; at = at.parent_path()) {
    if (::stat(at.c_str(), &info) != 0) return std::strerror(errno);
    if ((info.st_mode & S_IXOTH) == 0) return "an unprivileged user cannot reach it";
    if (!is_trusted() || is_open_to_others(info)) return "another user can replace what is in it";
    if (at == at.root_path()) return std::nullopt;
  }
  return error.message();
}

/// Returns the text of the lock file. It names the folder's inode, which a copy of the folder would not have.
std::string mark_of(const struct stat& folder) {
  return fmt::format("Copies of bots for a run of the arena. The next run removes folder {}.\n", folder.st_ino);
}

/// Locks this descriptor. Returns false if somebody else holds the lock for longer than `wait_ms`, or has removed the
/// file.
bool try_lock(const OwnedFd& lock, int wait_ms = 0) {
  struct stat info = {};
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || wait_ms <= 0) return false;
    ::poll(nullptr, 0, kLockPauseMs);
    wait_ms -= kLockPauseMs;
  }
  return ::fstat(lock.get(), &info) == 0 && info.st_nlink > 0;
}

/// Makes the lock file of a new folder, marks and locks it. Returns nothing (-1) with errno if that fails.
OwnedFd new_lock(int folder) {
  struct stat info = {};
  OwnedFd lock(::openat(folder, kLockFile, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (lock.get() < 0 || ::fstat(folder, &info) != 0 || !try_lock(lock) || !write_all(lock.get(), mark_of(info)))
    return {};
  return lock;
}

OwnedFd open_folder(const fs::path& path) {
  return OwnedFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Returns a path to an open folder that stays valid if the folder is renamed.
fs::path path_of(const OwnedFd& folder) { return "/proc/self/fd/" + std::to_string(folder.get()); }

/// Whether the folder contains only the lock.
bool has_only_lock(const OwnedFd& folder) {
  std::error_code error;
  fs::directory_iterator at(path_of(folder), error);
  const fs::directory_iterator end;
  return !error && at != end && at->path().filename() == kLockFile && at.increment(error) == end && !error;
}

/// Locks a staging folder that an arena of this user has made and left. Returns nothing (-1) for any other folder.
OwnedFd left_lock(const OwnedFd& folder, int wait_ms) {
  struct stat info = {};
  if (::fstat(folder.get(), &info) != 0 || info.st_uid != ::geteuid()) return {};
  const std::string mark = mark_of(info);
  OwnedFd lock(::openat(folder.get(), kLockFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (lock.get() < 0 || ::fstat(lock.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != ::geteuid() ||
      !try_lock(lock, wait_ms))
    return {};
  std::string text(mark.size() + 1, '\0');
  const ssize_t size = ::pread(lock.get(), text.data(), text.size(), 0);
  // An arena that was killed at its start had not marked it yet.
  const bool is_marked = size >= 0 && text.substr(0, static_cast<std::size_t>(size)) == mark;
  return is_marked || (size == 0 && has_only_lock(folder)) ? std::move(lock) : OwnedFd();
}

/// Whether something is mounted below the folder.
bool has_mounts(const OwnedFd& folder) {
  std::error_code error;
  const std::string below = fs::read_symlink(path_of(folder), error).native() + "/";
  std::FILE* mounts = error ? nullptr : ::setmntent("/proc/self/mounts", "re");
  if (mounts == nullptr) return true;
  bool found = false;
  mntent entry = {};
  std::array<char, 8192> space;
  while (!found && ::getmntent_r(mounts, &entry, space.data(), static_cast<int>(space.size())) != nullptr)
    found = std::string_view(entry.mnt_dir).starts_with(below);
  ::endmntent(mounts);
  return found;
}

/// Returns two hexadecimal digits for each random byte, or nothing, with errno, if there are none.
std::string random_name(std::size_t size) {
  std::vector<unsigned char> bytes(size);
  if (::getrandom(bytes.data(), size, 0) != static_cast<ssize_t>(size)) return {};
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

/// Whether the name is one that make_folder() gives.
bool is_copy(const fs::path& name) {
  return name.native().size() == 2 * kCopyBytes &&
         name.native().find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Removes what an arena has put into the folder, and then its lock, so that the next run removes what is left after a
/// kill or an error. What somebody else has put there stays. If something is mounted there, everything stays.
void clear(const OwnedFd& folder) {
  if (has_mounts(folder)) return;
  bool all = true;
  std::error_code error;
  for (fs::directory_iterator at(path_of(folder), error), end; !error && at != end; at.increment(error)) {
    const fs::path name = at->path().filename();
    if (name == kLockFile) continue;
    std::error_code failed;
    if (is_copy(name)) fs::remove_all(at->path(), failed);  // follows no link
    if (!is_copy(name) || failed) all = false;
  }
  if (all && !error) ::unlinkat(folder.get(), kLockFile, 0);
}

/// Removes a folder if it is empty and still has this name. Returns whether it did.
bool remove_empty(const OwnedFd& folder, const fs::path& path) {
  struct stat open = {};
  struct stat named = {};
  if (::fstat(folder.get(), &open) != 0 || ::lstat(path.c_str(), &named) != 0) return false;
  return open.st_dev == named.st_dev && open.st_ino == named.st_ino && ::rmdir(path.c_str()) == 0;
}

}  // namespace

std::vector<fs::path> temporary_folders() {
  std::vector<fs::path> folders;
  if (const char* own = ::getenv("TMPDIR"); own != nullptr && *own != '\0') folders.emplace_back(own);
  folders.emplace_back("/tmp");
  folders.emplace_back("/var/tmp");
  return folders;
}

void throw_unwritten(const fs::path& path, int error) {
  const bool is_full = error == ENOSPC || error == EDQUOT || error == EROFS;
  const std::string note =
      is_full && is_in_staging(path) ? " (a copy for bots; to keep these in another folder, set TMPDIR=FOLDER)" : "";
  throw_errno(path.string() + note, error);
}

int copy_file(const fs::path& file, const fs::path& copy, unsigned mode) {
  const OwnedFd from(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (from.get() < 0) return errno;
  const OwnedFd to(::open(copy.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (to.get() < 0) throw_unwritten(copy);
  std::array<char, 64 << 10> bytes;
  ssize_t count = 0;
  while ((count = ::read(from.get(), bytes.data(), bytes.size())) > 0) {
    if (!write_all(to.get(), {bytes.data(), static_cast<std::size_t>(count)})) throw_unwritten(copy);
  }
  if (count < 0) return errno;
  if (::fchmod(to.get(), mode) != 0) throw_unwritten(copy);
  return 0;
}

bool is_in_staging(const fs::path& path) {
  return std::ranges::any_of(fs::weakly_canonical(fs::absolute(path)),
                             [](const fs::path& part) { return part.native().starts_with(kPrefix); });
}

bool remove_left_staging(const fs::path& path, int wait_ms) {
  const OwnedFd folder = open_folder(path);
  struct stat info = {};
  if (folder.get() < 0 || ::fstat(folder.get(), &info) != 0 || info.st_uid != ::geteuid()) return false;
  // An arena that was killed at its start had no lock yet.
  if (remove_empty(folder, path)) return true;
  const OwnedFd lock = left_lock(folder, wait_ms);
  if (lock.get() < 0) return false;
  clear(folder);
  return remove_empty(folder, path);
}

int sweep_staging(const fs::path& parent) {
  int swept = 0;
  int seen = 0;
  std::error_code error;
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    if (swept == kSweptMax || ++seen > kEntriesSeenMax) break;
    const std::string name = at->path().filename();
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + 2 * kNameBytes) continue;
    if (remove_left_staging(at->path())) ++swept;
  }
  return swept;
}

Staging::Staging(const std::vector<fs::path>& parents, bool for_others,
                 const std::function<void(const fs::path&)>& announce)
    : for_others_(for_others) {
  std::vector<std::string> reasons;
  for (const fs::path& parent : parents) {
    std::optional<std::string> why = why_not(parent, for_others);
    if (!why) {
      sweep_staging(parent);
      if (make_in(fs::canonical(parent), announce)) return;
      why = std::strerror(errno);
    }
    reasons.push_back(parent.string() + ": " + *why);
  }
  throw std::runtime_error(
      fmt::format("no folder is suitable for copies of bots: {}; set TMPDIR to one that is", fmt::join(reasons, "; ")));
}

bool Staging::make_in(const fs::path& parent, const std::function<void(const fs::path&)>& announce) {
  // The name may exist, or another arena's sweep may remove the folder before it is locked.
  for (int round = 0; round < kMadeAgainMax; ++round) {
    const std::string random = random_name(kNameBytes);
    if (random.empty()) return false;
    const fs::path name = parent / (std::string(kPrefix) + random);
    if (announce) announce(name);
    if (::mkdir(name.c_str(), 0700) != 0) {
      if (errno == EEXIST) continue;
      return false;
    }
    folder_ = open_folder(name);
    lock_ = new_lock(folder_.get());
    if (lock_.get() >= 0 && (!for_others_ || ::fchmod(folder_.get(), 0711) == 0)) {
      path_ = name;
      return true;
    }
    const int reason = errno;
    ::unlinkat(folder_.get(), kLockFile, 0);
    remove_empty(folder_, name);
    errno = reason;
  }
  return false;
}

Staging::~Staging() {
  clear(folder_);
  remove_empty(folder_, path_);
}

fs::path Staging::make_folder() const {
  const std::string name = random_name(kCopyBytes);
  if (name.empty()) throw_errno(path_.string());
  const fs::path folder = path_ / name;
  // The umask would reduce a mode given to mkdir().
  if (::mkdir(folder.c_str(), 0700) != 0 || (for_others_ && ::chmod(folder.c_str(), 0755) != 0))
    throw_unwritten(folder);
  return folder;
}

fs::path Staging::add_program(const fs::path& program) const {
  const fs::path copy = make_folder() / program.filename();
  if (const int unread = copy_file(program, copy, 0755); unread != 0) throw_errno(program.string(), unread);
  return copy;
}

}  // namespace arena
