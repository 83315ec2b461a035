#include "arena/text/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "arena/text/system_failure.h"

namespace arena {
namespace {

/// So that the new name outlasts a power cut. Not every file system can do it.
void sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void write_whole(const std::filesystem::path& path, std::string_view text, unsigned mode) {
  const std::filesystem::path beside = path.string() + ".new";
  ::unlink(beside.c_str());  // a torn one of earlier would keep its mode
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0) throw_errno(beside.string());
  bool done = write_all(fd, text) && ::fsync(fd) == 0;
  int error = errno;
  ::close(fd);
  if (done && ::rename(beside.c_str(), path.c_str()) != 0) {
    done = false;
    error = errno;
  }
  if (!done) {
    ::unlink(beside.c_str());
    throw_errno(path.string(), error);
  }
  sync_folder_of(path);
}

}  // namespace arena
