#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace arena {

/// Writes all of the text to a descriptor that blocks; false when that fails, and errno says why.
[[nodiscard]] bool write_all(int fd, std::string_view text);

/// A file that comes into its place whole or not at all: written beside it, synced, then moved. What is not moved is
/// removed.
class WholeFile {
 public:
  /// These and the calls below throw std::system_error with the path.
  explicit WholeFile(std::filesystem::path path, unsigned mode = 0644);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  /// Waits until all of it is on disk; it can still be moved then, however full the disk is.
  void sync();
  void move_into_place();
  /// Where it is until then.
  const std::filesystem::path& beside() const { return beside_; }

 private:
  void flush();

  std::filesystem::path path_;
  std::filesystem::path beside_;
  int fd_ = -1;
  std::string unwritten_;
};

/// Waits until the name of a file is on disk, as far as the file system can.
void sync_folder_of(const std::filesystem::path& path);

/// Writes a file whole or not at all: synced beside its place, then moved. Throws std::system_error with the path.
void write_whole(const std::filesystem::path& path, std::string_view text, unsigned mode = 0644);

}  // namespace arena
