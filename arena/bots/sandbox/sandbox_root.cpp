#include "arena/bots/sandbox/sandbox_root.h"

#include <fcntl.h>
#include <glob.h>

#include <cerrno>
#include <utility>

#include "arena/base/text/system_failure.h"
#include "arena/bots/sandbox/mounts.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/bots/sandbox/staging.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

/// What languages and the dynamic linker keep in /etc and is copied; patterns as in glob(7).
constexpr const char* kSettings[] = {"/etc/ld.so.cache",     "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime",
                                     "/etc/ssl/openssl.cnf", "/etc/java-*",     "/etc/perl",         "/etc/python3*"};

/// What in /dev is a link to the streams of whoever looks.
constexpr std::pair<const char*, const char*> kStreams[] = {{"fd", "/proc/self/fd"},
                                                            {"stdin", "/proc/self/fd/0"},
                                                            {"stdout", "/proc/self/fd/1"},
                                                            {"stderr", "/proc/self/fd/2"}};

std::vector<std::string> settings() {
  std::vector<std::string> paths;
  for (const char* pattern : kSettings) {
    ::glob_t found = {};
    if (::glob(pattern, 0, nullptr, &found) == 0)
      paths.insert(paths.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
  }
  return paths;
}

bool is_unreadable(const std::error_code& error) { return error.value() == EACCES || error.value() == ENOENT; }

void require(const std::error_code& error, const fs::path& path) {
  if (error) throw_errno(path.string(), error.value());
}

/// Makes a folder with these rights, whatever the umask is.
void add_folder(const fs::path& path, fs::perms rights = fs::perms(0755)) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) fs::permissions(path, rights | fs::perms::owner_all, error);
  require(error, path);
}

/// Makes an empty file, for another to be mounted on.
void add_empty_file(const fs::path& path) {
  const OwnedFd file(::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  if (file.get() < 0) throw_errno(path.string());
}

/// Copies a file or folder with all that is in it. Links stay links, as others in the sandbox they lead where they may.
void copy_entry(const fs::path& from, const fs::path& to) {
  std::error_code error;
  const fs::file_status what = fs::symlink_status(from, error);
  if (fs::is_symlink(what)) {
    fs::copy_symlink(from, to, error);
  } else if (fs::is_regular_file(what)) {
    const int unread = copy_file(from, to, static_cast<unsigned>(what.permissions()));
    error = {unread, std::generic_category()};
  } else if (fs::is_directory(what)) {
    fs::directory_iterator at(from, error);
    if (!error) add_folder(to, what.permissions());
    for (const fs::directory_iterator end; !error && at != end; at.increment(error)) {
      copy_entry(at->path(), to / at->path().filename());
    }
  }
  if (!is_unreadable(error)) require(error, to);
}

/// Makes what this is mounted on: nothing where it is not mounted, but a copy of the link in its place.
void add_mount_point(const fs::path& root, const Mount& mount) {
  const fs::path inside = root / fs::path(mount.target).relative_path();
  if (mount.source == kSandboxRoot) return;
  if (mount.source == kDevice) return add_empty_file(inside);
  std::error_code ignored;
  if (mount.source == kSystemFolder && !fs::is_directory(fs::symlink_status(mount.target, ignored))) {
    if (fs::is_symlink(mount.target, ignored)) copy_entry(mount.target, inside);
    return;
  }
  add_folder(inside);
}

}  // namespace

const std::vector<std::string>& system_entries() {
  static const std::vector<std::string> entries = [] {
    std::vector<std::string> all = settings();
    for (const Mount& mount : kMounts) {
      if (mount.source == kMachineFolder || mount.source == kSystemFolder) all.emplace_back(mount.target);
    }
    return all;
  }();
  return entries;
}

fs::path make_sandbox_root(const Staging& staging) {
  fs::path root = staging.make_folder();
  add_folder(root / "dev");
  for (const Mount& mount : kMounts) add_mount_point(root, mount);
  for (const std::string& entry : settings()) {
    std::error_code error;
    const fs::path inside = root / fs::path(entry).relative_path();
    add_folder(inside.parent_path());
    const fs::path true_place = fs::canonical(entry, error);
    if (!error) copy_entry(true_place, inside);
  }
  for (const auto& [name, target] : kStreams) {
    std::error_code error;
    fs::create_symlink(target, root / "dev" / name, error);
    require(error, root / "dev" / name);
  }
  return root;
}

}  // namespace arena
