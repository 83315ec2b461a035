#include "arena/bots/sandbox/kernel_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "arena/base/text/words.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

bool write_kernel_file(const std::filesystem::path& path, std::string_view text) {
  const OwnedFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.get() >= 0 && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<long long> read_number(const std::filesystem::path& path) {
  long long number = 0;
  if (std::ifstream(path) >> number) return number;
  return std::nullopt;
}

std::optional<long long> find_number(const std::filesystem::path& path, std::string_view word) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::string_view rest = line;
    if (cut_word(rest) == word) return leading_number(cut_word(rest));
  }
  return std::nullopt;
}

}  // namespace arena
