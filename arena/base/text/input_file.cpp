#include "arena/base/text/input_file.h"

#include <cerrno>
#include <cstring>

#include "arena/base/text/input_error.h"

namespace arena {

std::ifstream open_input(const std::filesystem::path& path) {
  std::error_code error;
  if (const auto status = std::filesystem::status(path, error); !std::filesystem::is_regular_file(status)) {
    throw InputError(path.string() + ": " + (std::filesystem::exists(status) ? "not a file" : error.message()));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string() + ": " + std::strerror(errno));
  return file;
}

}  // namespace arena
