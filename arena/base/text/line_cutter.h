#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace arena {

/// Cuts a stream of any bytes into numbered lines, in a buffer of fixed size. The bytes of a line that is too long are
/// dropped.
///
/// Use: read into space(), commit() the bytes, then call next() until it returns nothing, and repeat. At the end of the
/// stream, call finish() and next() again.
class LineCutter {
 public:
  /// The longest line unless another bound is given, in bytes without its end.
  static constexpr std::size_t kLineBytesMax = 64 << 10;

  struct Line {
    std::uint64_t number = 1;  ///< from 1
    std::string_view text;     ///< without LF; empty if the line is too long
    bool too_long = false;
  };

  explicit LineCutter(std::size_t line_bytes_max = kLineBytesMax)
      : line_bytes_max_(line_bytes_max), buffer_(4 * line_bytes_max) {}

  /// Where to read the next bytes. Never empty after next() has returned nothing. Lines that were returned before
  /// become invalid.
  std::span<char> space();
  /// Adds the `count` bytes that were read into space().
  void commit(std::size_t count) { end_ += count; }
  /// Marks the end of the stream: the bytes that are left are a line, too.
  void finish() { finished_ = true; }

  /// Whether next() has a line.
  bool has_next();
  /// The next line; nothing until more bytes are read.
  std::optional<Line> next();
  /// The bytes after the last LF, as far as they are kept. Valid until space() is called.
  std::string_view unfinished() const {
    const std::string_view bytes(buffer_.data() + begin_, end_ - begin_);
    return bytes.substr(bytes.rfind('\n') + 1);  // npos + 1 is 0
  }
  /// Whether the line that is being read is too long already, although its end has not come.
  bool too_long() const { return too_long_; }

 private:
  std::size_t line_bytes_max_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;     // the first byte that was not returned
  std::size_t searched_ = 0;  // no LF in [begin_, searched_)
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool too_long_ = false;  // about the line that is being read
  bool finished_ = false;
};

}  // namespace arena
