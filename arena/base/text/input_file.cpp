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
namespace {

[[noreturn]] void throw_unreadable(const std::filesystem::path& path, const std::system_error& error) {
  throw InputError(path.string() + ": " + std::strerror(error.code().value()));
}

std::string read_start(std::ifstream& file, std::size_t bytes_max) {
  std::string text(bytes_max, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

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
    throw_unreadable(path, error);
  }
}

std::string read_input(const std::filesystem::path& path, std::size_t bytes_max) {
  std::ifstream file = open_input(path);
  return read_start(file, bytes_max);
}

std::optional<std::string> read_if_there(const std::filesystem::path& path, std::size_t bytes_max) {
  try {
    std::ifstream file = open_regular(path);
    return read_start(file, bytes_max);
  } catch (const std::system_error& error) {
    if (error.code().value() == ENOENT) return std::nullopt;
    throw_unreadable(path, error);
  }
}

}  // namespace arena
