#pragma once

#include <filesystem>
#include <string_view>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// Keeps the exact bytes between the arena and one bot process. NAME.to_bot and NAME.from_bot hold what went each way,
/// and nothing else. NAME.index has a line "GAME QUESTION TO FROM" for each question, and one with question 0 at the
/// start of each game; TO and FROM are the numbers of bytes that had gone each way before. Existing files are extended.
class WireLog {
 public:
  /// Throws std::system_error that names the path if a file cannot be opened.
  WireLog(const std::filesystem::path& folder, std::string_view name);

  void to_bot(std::string_view bytes) { to_bytes_ += write(to_, bytes); }
  void from_bot(std::string_view bytes) { from_bytes_ += write(from_, bytes); }
  void question(std::string_view game, int number);

 private:
  static OwnedFd open(const std::filesystem::path& path);
  std::size_t write(const OwnedFd& file, std::string_view bytes) const;

  std::filesystem::path path_;  ///< of the files, without their endings
  OwnedFd to_;
  OwnedFd from_;
  OwnedFd index_;
  std::size_t to_bytes_ = 0;
  std::size_t from_bytes_ = 0;
};

}  // namespace arena
