#pragma once

#include <filesystem>
#include <string>

namespace arena::test {

/// A new empty folder, removed at the end with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string bytes_of(const std::filesystem::path& file);
void write_bytes(const std::filesystem::path& file, const std::string& bytes);
/// An executable file.
void write_program(const std::filesystem::path& file, const std::string& text = "#!/bin/sh\n");

}  // namespace arena::test
