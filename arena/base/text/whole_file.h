#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace arena {

/// Writes all of the text to a blocking descriptor. Returns false if that fails; errno then has the reason.
[[nodiscard]] bool write_all(int fd, std::string_view text);

/// Opens a file to append to it and to read it, or creates it. Throws std::system_error with the path if it cannot be
/// opened, and InputError "PATH: ..." for a link and for anything else that is not a regular file. The folder may be a
/// stranger's: a link in it could lead to any file of the user.
[[nodiscard]] int open_to_append(const std::filesystem::path& path, unsigned mode = 0644);

/// Makes a folder unless it is there; the one around it must be. Throws std::system_error with the path if it cannot be
/// made, and InputError "PATH: ..." for a link and for anything else that is not a folder. The folder around it may be
/// a stranger's: a link in it could lead to any folder of the user.
void make_folder(const std::filesystem::path& path, unsigned mode = 0777);

/// A file that appears in its place complete or not at all. The text is written to a file beside the place, PATH.new,
/// synced, and then moved. The destructor removes a file that was not moved.
///
/// One thread writes it. All functions throw std::system_error with the path, or with PATH.new if something there, such
/// as a folder, cannot be removed.
class WholeFile {
 public:
  /// Creates the file beside its place; an older one there is removed.
  explicit WholeFile(std::filesystem::path path, unsigned mode = 0644);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Buffers the text and writes it when the buffer is full.
  void write(std::string_view text);
  /// Waits until everything is on disk. After that the file can be moved even if the disk is full.
  void sync();
  /// Calls sync(), moves the file into its place, and syncs the folder. Call it once, as the last function.
  void move_into_place();
  /// The path of the file until it is moved.
  const std::filesystem::path& beside() const { return beside_; }

 private:
  void flush();

  std::filesystem::path path_;
  std::filesystem::path beside_;
  int fd_ = -1;
  std::string unwritten_;
};

/// Waits until the name of a file is on disk, as far as the file system can do that.
void sync_folder_of(const std::filesystem::path& path);

/// Writes a complete file as WholeFile does. Throws std::system_error with the path.
void write_whole(const std::filesystem::path& path, std::string_view text, unsigned mode = 0644);

}  // namespace arena
