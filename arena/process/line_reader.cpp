#include "arena/process/line_reader.h"

#include <algorithm>
#include <cstring>

namespace arena {

std::span<char> LineReader::space() {
  if (begin_ == end_) {
    begin_ = searched_ = end_ = 0;
  } else if (end_ == buffer_.size()) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    searched_ -= begin_;
    begin_ = 0;
  }
  return std::span(buffer_).subspan(end_);
}

std::optional<std::string_view> LineReader::next() {
  const char* from = buffer_.data() + searched_;
  const char* stop = buffer_.data() + end_;
  const char* newline = std::find(from, stop, '\n');
  if (newline == stop) {
    searched_ = end_;
    return std::nullopt;
  }
  const std::size_t line_end = static_cast<std::size_t>(newline - buffer_.data());
  std::string_view line(buffer_.data() + begin_, line_end - begin_);
  begin_ = searched_ = line_end + 1;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace arena
