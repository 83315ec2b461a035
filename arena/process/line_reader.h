#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "arena/process/incoming.h"

namespace arena {

/// Cuts a byte stream into lines in a buffer of fixed size. Bytes of any value are passed on.
class LineReader {
 public:
  /// Where to read the next bytes; never empty unless overlong(). Invalidates lines given out.
  std::span<char> space();
  /// `count` bytes were read into space().
  void commit(std::size_t count) { end_ += count; }

  /// The next complete line without LF or CRLF; valid until space() is called.
  std::optional<std::string_view> next();
  /// The line being read has passed kLineBytesMax.
  bool overlong() const { return end_ - begin_ > kLineBytesMax + 1 && searched_ == end_; }

 private:
  std::array<char, 2 * (kLineBytesMax + 2)> buffer_;
  std::size_t begin_ = 0;     // first byte not given out
  std::size_t searched_ = 0;  // no LF in [begin_, searched_)
  std::size_t end_ = 0;
};

}  // namespace arena
