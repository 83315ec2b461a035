#include "arena/base/text/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/base/text/system_failure.h"

namespace arena {
namespace {

constexpr std::size_t kBufferBytes = 1 << 20;

[[noreturn]] void throw_irregular(const std::filesystem::path& path) {
  throw InputError(path.string() + ": not a regular file");
}

}  // namespace

void sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

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

int open_to_append(const std::filesystem::path& path, unsigned mode) {
  // Without O_NONBLOCK, opening a pipe could block.
  constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int fd = ::open(path.c_str(), kFlags, mode);
  if (fd < 0) {
    const int error = errno;
    std::error_code ignored;
    if (error == ELOOP && std::filesystem::is_symlink(path, ignored))
      throw InputError(path.string() + ": a link; the arena writes only to a file of the folder itself");
    if (error == EISDIR || error == ENXIO) throw_irregular(path);  // a folder, a socket
    throw_errno(path.string(), error);
  }
  struct stat info = {};
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) return fd;
  ::close(fd);
  throw_irregular(path);
}

void make_folder(const std::filesystem::path& path, unsigned mode) {
  if (::mkdir(path.c_str(), mode) == 0) return;
  const int error = errno;
  struct stat info = {};
  if (error != EEXIST || ::lstat(path.c_str(), &info) != 0) throw_errno(path.string(), error);
  if (S_ISDIR(info.st_mode)) return;
  if (S_ISLNK(info.st_mode)) throw InputError(path.string() + ": a link; the arena needs a folder of its own here");
  throw InputError(path.string() + ": not a folder");
}

WholeFile::WholeFile(std::filesystem::path path, unsigned mode)
    : path_(std::move(path)), beside_(path_.string() + ".new") {
  // A file left by a crash would keep its mode.
  const int in_the_way = ::unlink(beside_.c_str()) == 0 ? 0 : errno;
  fd_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd_ < 0 && errno == EEXIST) throw_errno(beside_.string(), in_the_way == 0 ? EEXIST : in_the_way);
  if (fd_ < 0) throw_errno(path_.string());
}

WholeFile::~WholeFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(beside_.c_str());
}

void WholeFile::write(std::string_view text) {
  unwritten_ += text;
  if (unwritten_.size() >= kBufferBytes) flush();
}

void WholeFile::flush() {
  if (!write_all(fd_, unwritten_)) throw_errno(path_.string());
  unwritten_.clear();
}

void WholeFile::sync() {
  flush();
  if (::fsync(fd_) != 0) throw_errno(path_.string());
}

void WholeFile::move_into_place() {
  sync();
  if (::rename(beside_.c_str(), path_.c_str()) != 0) throw_errno(path_.string());
  ::close(std::exchange(fd_, -1));
  sync_folder_of(path_);
}

void write_whole(const std::filesystem::path& path, std::string_view text, unsigned mode) {
  WholeFile file(path, mode);
  file.write(text);
  file.move_into_place();
}

}  // namespace arena
