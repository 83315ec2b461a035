#include "arena/bots/package/new_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"

namespace arena {

namespace fs = std::filesystem;

NewFolder::NewFolder(fs::path path, bool for_others)
    : path_(std::move(path)),
      root_(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
      folder_mode_(for_others ? 0755 : 0700) {
  if (root_.get() < 0) throw_errno(path_.string());
}

/// Part by part. `name`: what is added, for the error.
OwnedFd NewFolder::make_folder(const fs::path& folder, const fs::path& name) const {
  OwnedFd at(::fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
  for (const fs::path& part : folder) {
    const bool made = ::mkdirat(at.get(), part.c_str(), 0700) == 0;
    if (!made && errno != EEXIST) throw_errno((path_ / name).string());
    at = OwnedFd(::openat(at.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // Whatever the umask says.
    if (at.get() < 0 || (made && ::fchmod(at.get(), folder_mode_) != 0)) throw_errno((path_ / name).string());
  }
  return at;
}

void NewFolder::add_file(const fs::path& name, bool executable, const std::function<void(const Take&)>& fill) const {
  const OwnedFd folder = make_folder(name.parent_path(), name);
  const OwnedFd fd(
      ::openat(folder.get(), name.filename().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (fd.get() < 0) throw_errno((path_ / name).string());
  fill([&](std::string_view bytes) {
    if (!write_all(fd.get(), bytes)) throw_errno((path_ / name).string());
  });
  if (::fchmod(fd.get(), executable ? 0755 : 0644) != 0) throw_errno((path_ / name).string());
}

void NewFolder::add_link(const fs::path& name, const std::string& target) const {
  const OwnedFd folder = make_folder(name.parent_path(), name);
  if (::symlinkat(target.c_str(), folder.get(), name.filename().c_str()) != 0) throw_errno((path_ / name).string());
}

void NewFolder::add_folder(const fs::path& name) const { make_folder(name, name); }

bool is_name_taken(const std::system_error& error) {
  const int why = error.code().value();
  return why == EEXIST || why == ENOTDIR || why == ELOOP;
}

}  // namespace arena
