#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace arena::test {

/// A new folder in the machine's temporary one ($TMPDIR), removed at the end with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// The whole file; empty when there is none.
std::string read_file(const std::filesystem::path& path);
/// Every path below the folder, from there, with the bytes of a file, or "no file".
std::map<std::string, std::string> files_of(const std::filesystem::path& folder);
void write_file(const std::filesystem::path& path, std::string_view text);
/// An executable file.
void write_program(const std::filesystem::path& path, std::string_view text = "#!/bin/sh\n");

}  // namespace arena::test
