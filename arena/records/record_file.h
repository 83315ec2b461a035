#pragma once

#include <boost/json/fwd.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/text/input_error.h"

namespace arena {

/// Longest line in a records file.
inline constexpr std::size_t kRecordBytesMax = 4 << 20;

/// One line of a records file: the object with its checksum as the last member, and a newline. The checksum is
/// CRC-32C (Castagnoli) in eight hexadecimal digits over all bytes of the line before `,"crc":`.
std::string seal_line(const boost::json::object& object);

/// Checks and parses a line without its newline. Throws InputError "PLACE: ..." for a bad checksum or no JSON.
boost::json::object open_line(std::string_view line, std::string_view place);

/// Whether a line that an arena wrote is of that type, judged by how it begins: much faster than parsing it.
bool is_line_of(std::string_view line, std::string_view type);

/// The line is sealed, and as it was written.
bool is_whole(std::string_view line);

/// Another process has the file.
class InUse : public InputError {
 public:
  using InputError::InputError;
};

/// An append-only file of sealed lines, open for writing. It guarantees that a line is in the file whole or not at all: a
/// short write is finished, a failed one is cut off again. After a crash the end of the last line may be missing; opening
/// finds such a torn line, and cut_torn_tail() or the next append() removes it. The file is locked as long as the object
/// lives, so that two arenas never write to one. For use by one thread at a time.
class RecordFile {
 public:
  /// Opens or creates the file and locks it. Throws InUse when another process holds it, InputError when it ends in what
  /// no arena wrote, std::system_error with the path when it cannot be opened.
  explicit RecordFile(std::filesystem::path path);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Bytes of a torn last line that were found on opening. Nothing is cut before cut_torn_tail().
  std::uint64_t torn_bytes() const { return torn_bytes_; }
  void cut_torn_tail();
  bool empty() const { return size_ == 0; }
  /// Bytes of its whole lines.
  std::uint64_t size() const { return size_; }
  /// The last whole line, without its newline; empty if there is none. Throws InputError when it is too long.
  std::string last_line() const;
  /// Removes all behind the first so many bytes, which end in a line.
  void cut(std::uint64_t size);

  /// Appends one line. Returns it without its newline. Throws std::system_error (disk full, ...) with the file as it was
  /// before; std::length_error for a line that no reader would take.
  std::string append(const boost::json::object& object);
  /// Waits until all is on disk.
  void sync();
  /// The file at its path is this one still.
  bool is_in_place() const;

 private:
  void begin();

  std::filesystem::path path_;
  int fd_ = -1;
  std::uint64_t size_ = 0;  // of whole lines
  std::uint64_t torn_bytes_ = 0;
  bool dirty_ = false;
};

/// Where a line is. As text, which is made only where it is needed: "FILE:LINE".
struct LinePlace {
  const std::filesystem::path* file;
  std::size_t line = 1;
  std::uint64_t offset = 0;  ///< bytes of the file before the line

  operator std::string() const { return file->string() + ":" + std::to_string(line); }
};

/// Called with each line of a file that ends in a newline, without it.
using TakeLine = std::function<void(std::string_view line, const LinePlace& place)>;

/// Reads a file that another process may be appending to: each call of read() goes on behind the last whole line of the
/// call before. Takes no lock and changes nothing. For use by one thread.
class LineTail {
 public:
  explicit LineTail(std::filesystem::path path) : path_(std::move(path)) {}

  /// Calls `take` with each line that has been added. Returns the bytes after the last newline, which are read again;
  /// nothing, and no call, when the file is shorter than what was read of it. Throws InputError for a line too long for a
  /// record and for what is no regular file, std::system_error when the file cannot be read.
  std::optional<std::uint64_t> read(const TakeLine& take);

 private:
  std::filesystem::path path_;
  std::uint64_t read_ = 0;  // bytes, in whole lines
  std::size_t lines_ = 0;   // in them
};

/// Calls `take` with each line of a file, as LineTail does. Returns the bytes after the last newline.
std::uint64_t read_lines(const std::filesystem::path& path, const TakeLine& take);

/// A process of this machine holds the file as RecordFile does. As /proc/locks has it; the file is not touched.
bool is_held(const std::filesystem::path& path);

/// Calls `take` with the object of each line in a file of sealed lines. Returns the bytes of a torn last line. Throws as
/// LineTail does, and InputError naming file and line for a line that is not as an arena wrote it.
std::uint64_t read_records(const std::filesystem::path& path,
                           const std::function<void(const boost::json::object&, const std::string& place)>& take);

/// Opens one line after another as open_line() does. It reuses its memory, so a reader of many lines does not allocate for
/// each value of each line: use it wherever a whole file is parsed. For use by one thread.
class LineOpener {
 public:
  LineOpener();
  ~LineOpener();
  LineOpener(const LineOpener&) = delete;
  LineOpener& operator=(const LineOpener&) = delete;

  /// What the line holds, until the next one is opened; so do copies of it that do not name other storage. Throws as
  /// open_line() does.
  const boost::json::object& open(std::string_view line, const LinePlace& place);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace arena
