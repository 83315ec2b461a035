#include "arena/base/text/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

std::string read_start(RegularFile file, std::size_t bytes_max) {
  std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(bytes_max, file.size)), '\0');
  file.stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.stream.gcount()));
  return text;
}

}  // namespace

RegularFile open_regular(const std::filesystem::path& path) {
  // O_PATH only finds the file: opening a pipe would block, and opening a device may rewind a tape.
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0 && errno == ELOOP) throw InputError(path.string() + ": a link that leads back to itself");
  if (fd < 0) throw_errno(path.string());
  struct stat info = {};
  const bool is_regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  RegularFile file;
  file.size = static_cast<std::uint64_t>(info.st_size);
  // By its descriptor the stream opens this very file, even if the name belongs to another one by now.
  if (is_regular) file.stream.open("/proc/self/fd/" + std::to_string(fd), std::ios::binary);
  const int error = errno;
  ::close(fd);
  if (!is_regular) throw InputError(path.string() + ": not a regular file");
  if (!file.stream.is_open()) throw_errno(path.string(), error);
  return file;
}

RegularFile open_input(const std::filesystem::path& path) {
  try {
    return open_regular(path);
  } catch (const std::system_error& error) {
    throw_unreadable(path, error);
  }
}

bool is_present(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() != std::filesystem::file_type::not_found;
}

std::string read_input(const std::filesystem::path& path, std::size_t bytes_max) {
  return read_start(open_input(path), bytes_max);
}

std::optional<std::string> read_if_there(const std::filesystem::path& path, std::size_t bytes_max) {
  try {
    return read_start(open_regular(path), bytes_max);
  } catch (const std::system_error& error) {
    if (error.code().value() == ENOENT) return std::nullopt;
    throw_unreadable(path, error);
  }
}

}  // namespace arena
