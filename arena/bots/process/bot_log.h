#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

/// How much is kept of one bot, of all its processes together.
struct LogBounds {
  std::uint64_t stderr_bytes = 16 << 20;
  std::uint64_t file_bytes = 64 << 20;
  std::uint64_t files = 1000;
};

/// The folder with what the processes of one bot leave for its author, see ProcessLog. What the bounds leave out is
/// described in its file left_out.txt. What an earlier session has put into the folder counts, too.
///
/// All processes of the bot share the object. Any thread may call its functions.
class BotLog {
 public:
  /// Makes the folder, which only this user may enter, or uses one that is there, and leaves its rights and other files
  /// as they are. Throws std::system_error with the path if that fails.
  explicit BotLog(std::filesystem::path folder, const LogBounds& bounds = {});

  const std::filesystem::path& folder() const { return folder_; }
  const LogBounds& bounds() const { return bounds_; }

  /// Returns a name for the next process: 001, 002 and so on, but none that the folder has already.
  std::string next_name();

  /// Each of these returns how much of what is asked for may still be kept, and counts it as kept.
  std::uint64_t grant_stderr(std::uint64_t bytes) { return grant(bytes, left_.stderr_bytes); }
  std::uint64_t grant_file_bytes(std::uint64_t bytes) { return grant(bytes, left_.file_bytes); }
  bool grant_file() { return grant(1, left_.files) == 1; }

  /// Appends a line to left_out.txt, unless that has a thousand already. Throws std::system_error with the path.
  void note_left_out(const std::string& line);

 private:
  std::uint64_t grant(std::uint64_t wanted, std::uint64_t& left);
  void count_files(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  LogBounds bounds_;
  LogBounds left_;
  std::mutex mutex_;
  int lines_left_ = 1000;
  int named_ = 0;
};

/// Keeps what one process of a bot leaves: NAME.stderr has every byte that it wrote to stderr, and the folder NAME.tmp
/// has copies of the files that were in its /tmp at its end. One thread at a time may use it.
class ProcessLog {
 public:
  ProcessLog(std::shared_ptr<BotLog> bot, std::string name);

  /// Never throws, since stderr is read in the middle of games: finish() throws if the file could not be written.
  void add_stderr(std::string_view bytes);

  /// Copies the regular files below the folder that `tmp` refers to, and notes in left_out.txt what it left out, stderr
  /// included. The bot must have ended. Nothing of it is trusted: links are not followed, devices and pipes are not
  /// opened, and each component of a path is reduced to harmless characters. Throws an exception with the path if
  /// something cannot be written, or could not be before. `tmp` may be no descriptor: then there are no files.
  void finish(OwnedFd tmp);

 private:
  std::shared_ptr<BotLog> bot_;
  std::string name_;
  OwnedFd stderr_;
  std::uint64_t stderr_left_out_ = 0;
  std::exception_ptr failure_;  ///< why stderr could not be kept
};

}  // namespace arena
