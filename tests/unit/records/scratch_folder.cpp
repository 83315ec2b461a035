#include "tests/unit/records/scratch_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace arena::test {

ScratchFolder::ScratchFolder() {
  // In memory where that can be had: nothing here is about disks, and waiting for one takes most of the time.
  const bool memory = ::access("/dev/shm", W_OK) == 0;
  const std::filesystem::path parent = memory ? "/dev/shm" : std::filesystem::temp_directory_path();
  std::string name = (parent / "hearts-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
  path_ = std::filesystem::canonical(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << bytes;
  if (!stream.flush()) throw std::runtime_error("cannot write " + file.string());
}

void write_program(const std::filesystem::path& file, const std::string& text) {
  write_bytes(file, text);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

}  // namespace arena::test
