#pragma once

#include <boost/json/fwd.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/text/input_error.h"

namespace arena {

/// The length of the longest line in a records file, in bytes.
inline constexpr std::size_t kRecordBytesMax = 4 << 20;

/// Returns one line of a records file: the object with its checksum as the last member, and a newline. The checksum is
/// CRC-32C (Castagnoli) in eight hexadecimal digits, over all bytes of the line before `,"crc":`.
std::string seal_line(const boost::json::object& object);

/// Checks and parses a line, which is given without its newline. Throws InputError "PLACE: ..." if the checksum is
/// wrong or the line is not a JSON object.
boost::json::object open_line(std::string_view line, std::string_view place);

/// Whether a line that an arena wrote is of this type. It looks only at the start of the line, which is much faster
/// than parsing it.
bool is_line_of(std::string_view line, std::string_view type);

/// Whether the line ends in a checksum, and the checksum is right.
bool is_whole(std::string_view line);

/// Thrown if another process has locked the file.
class InUse : public InputError {
 public:
  using InputError::InputError;
};

/// An append-only file of lines with checksums, open for writing.
///
/// A line is in the file either whole or not at all: a short write is completed, and a failed write is cut off again.
/// After a crash of the arena or the machine the last line may be torn, that is, its end may be missing. The
/// constructor finds such a line; cut_torn_tail() or the next append() removes it. The object locks the file while it
/// lives, so that two arenas never write to the same file. Only one thread at a time may use an object.
class RecordFile {
 public:
  /// Opens the file as open_to_append() does, and locks it. Throws InUse if another process has locked it, InputError
  /// if its end is something that no arena wrote, and what open_to_append() throws.
  explicit RecordFile(std::filesystem::path path);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Returns how many bytes of a torn last line were found when the file was opened. They stay in the file until
  /// cut_torn_tail() or append().
  std::uint64_t torn_bytes() const { return torn_bytes_; }
  void cut_torn_tail();
  bool empty() const { return size_ == 0; }
  /// Returns the number of bytes in whole lines.
  std::uint64_t size() const { return size_; }
  /// Returns the last whole line without its newline, or an empty string if there is none. Throws InputError if the
  /// line is too long.
  std::string last_line() const;
  /// Cuts the file to this size, which must be the end of a line.
  void cut(std::uint64_t size);

  /// Appends one line, and returns it without its newline. On std::system_error (a full disk, for example) the file is
  /// as it was before. Throws std::length_error for a line that would be too long to be read again.
  std::string append(const boost::json::object& object);
  /// Appends a line that seal_line() has made. Fails as append() does.
  void append_sealed(std::string_view line);
  /// Waits until everything is on disk. Throws std::system_error if that fails, and std::runtime_error if the file was
  /// deleted.
  void sync();
  /// Whether the path still names this file.
  bool is_in_place() const;

 private:
  void begin();

  std::filesystem::path path_;
  int fd_ = -1;
  std::uint64_t size_ = 0;  // bytes of whole lines
  std::uint64_t torn_bytes_ = 0;
  bool dirty_ = false;
};

/// Where a line is. It converts to the text "FILE:LINE", which is only made where somebody needs it.
struct LinePlace {
  const std::filesystem::path* file;
  std::size_t line = 1;
  std::uint64_t offset = 0;  ///< how many bytes of the file are before the line

  operator std::string() const { return file->string() + ":" + std::to_string(line); }
};

/// Called with each line of a file that ends in a newline. `line` does not include it.
using OnLine = std::function<void(std::string_view line, const LinePlace& place)>;

/// Reads one line again, of a file that is open: the bytes from `place.offset` to the next newline, without it, or to
/// the end of the file. Throws InputError if the line is longer than a record may be: the file was changed meanwhile.
std::string line_at(std::istream& file, const LinePlace& place);

/// Reads a file of records to which another process may be appending. Each call of read() continues after the last
/// whole line of the call before. It takes no lock and changes nothing. Only one thread may use an object.
class LineTail {
 public:
  explicit LineTail(std::filesystem::path path) : path_(std::move(path)) {}

  /// Calls `on_line` with each line that was added since the last call. Returns how many bytes follow the last newline;
  /// they are read again next time. If the file is now shorter than what was read of it, returns nothing and does not
  /// call `on_line`. Throws InputError for a line that is longer than a record may be, for an end that RecordFile does
  /// not permit, and for something that is not a regular file; and std::system_error if the file cannot be read. Reads
  /// no further than the size that the file has when it is opened.
  std::optional<std::uint64_t> read(const OnLine& on_line);

 private:
  std::filesystem::path path_;
  std::uint64_t read_ = 0;  // bytes of the lines that were read
  std::size_t lines_ = 0;   // how many lines were read
};

/// Calls `on_line` with each line of a records file. Returns how many bytes of a torn last line there are. Throws as
/// LineTail::read() does.
std::uint64_t read_lines(const std::filesystem::path& path, const OnLine& on_line);

/// Whether a process of this machine has locked the file, as RecordFile does. The answer comes from /proc/locks, so the
/// file itself is not touched.
bool is_held(const std::filesystem::path& path);

/// Calls `on_line` with the object in each line of a records file. Returns how many bytes of a torn last line there
/// are. Throws as LineTail::read() does, and InputError, which names file and line, for a line that an arena did not
/// write like that.
std::uint64_t read_records(const std::filesystem::path& path,
                           const std::function<void(const boost::json::object&, const std::string& place)>& on_line);

/// Parses one line after another as open_line() does, and reuses its memory: it does not allocate for each value of
/// each line. Use it wherever a whole file is parsed. Only one thread may use an object.
class LineOpener {
 public:
  LineOpener();
  ~LineOpener();
  LineOpener(const LineOpener&) = delete;
  LineOpener& operator=(const LineOpener&) = delete;

  /// Checks and parses a line. The result is valid until the next call. So are copies of it, which share its memory
  /// unless they are given storage of their own. Throws as open_line() does.
  const boost::json::object& open(std::string_view line, const LinePlace& place);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace arena
