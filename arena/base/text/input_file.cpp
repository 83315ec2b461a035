#include "arena/base/text/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "arena/base/text/system_failure.h"

namespace arena {

std::ifstream open_regular(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a pipe would block until somebody opens its other end.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) throw_errno(path.string());
  struct stat info = {};
  const bool is_regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  std::ifstream file;
  // By its descriptor the stream opens this very file, even if the name belongs to another one by now.
  if (is_regular) file.open("/proc/self/fd/" + std::to_string(fd), std::ios::binary);
  const int error = errno;
  ::close(fd);
  if (!is_regular) throw InputError(path.string() + ": not a regular file");
  if (!file.is_open()) throw_errno(path.string(), error);
  return file;
}

std::ifstream open_input(const std::filesystem::path& path) {
  try {
    return open_regular(path);
  } catch (const std::system_error& error) {
    throw InputError(path.string() + ": " + std::strerror(error.code().value()));
  }
}

std::optional<std::ifstream> open_if_there(const std::filesystem::path& path) {
  try {
    return open_regular(path);
  } catch (const std::system_error& error) {
    if (error.code().value() == ENOENT) return std::nullopt;
    throw InputError(path.string() + ": " + std::strerror(error.code().value()));
  }
}

}  // namespace arena
