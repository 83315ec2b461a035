#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace arena {

/// Cuts a stream of any bytes into numbered lines, in a buffer of fixed size. Of a line too long the bytes are dropped.
class LineCutter {
 public:
  /// Longest line where no other bound is given, its end not counted.
  static constexpr std::size_t kLineBytesMax = 64 << 10;

  struct Line {
    std::uint64_t number = 1;  ///< from 1
    std::string_view text;     ///< without LF; empty when it is too long
    bool too_long = false;
  };

  explicit LineCutter(std::size_t line_bytes_max = kLineBytesMax)
      : line_bytes_max_(line_bytes_max), buffer_(4 * line_bytes_max) {}

  /// Where to read the next bytes to; never empty once next() has said nothing. Invalidates lines given out.
  std::span<char> space();
  /// `count` bytes were read into space().
  void commit(std::size_t count) { end_ += count; }
  /// No more bytes will come: what is left is a line as well.
  void finish() { finished_ = true; }

  /// next() has a line.
  bool has_next();
  /// The next line; nothing until more is read.
  std::optional<Line> next();
  /// What came after the last LF, as far as it is kept. Valid as lines given out.
  std::string_view unfinished() const {
    const std::string_view bytes(buffer_.data() + begin_, end_ - begin_);
    return bytes.substr(bytes.rfind('\n') + 1);  // npos + 1 is 0
  }
  /// The line whose end next() did not find is too long already.
  bool too_long() const { return too_long_; }

 private:
  std::size_t line_bytes_max_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;     // first byte not given out
  std::size_t searched_ = 0;  // no LF in [begin_, searched_)
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool too_long_ = false;  // the line that is being read
  bool finished_ = false;
};

}  // namespace arena
