#include "arena/base/text/line_cutter.h"

#include <algorithm>
#include <cstring>

namespace arena {

std::span<char> LineCutter::space() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  return std::span(buffer_).subspan(end_);
}

bool LineCutter::has_next() {
  const std::size_t newline = std::string_view(buffer_.data(), end_).find('\n', searched_);
  const bool open = newline == std::string_view::npos;
  searched_ = open ? end_ : newline;
  if (searched_ - begin_ > line_bytes_max_) {
    too_long_ = true;
    begin_ = searched_;
  }
  return !open || (finished_ && (begin_ != end_ || too_long_));
}

std::optional<LineCutter::Line> LineCutter::next() {
  if (!has_next()) return std::nullopt;
  const Line line = {++number_, std::string_view(buffer_.data() + begin_, too_long_ ? 0 : searched_ - begin_),
                     too_long_};
  begin_ = searched_ = std::min(searched_ + 1, end_);  // past the newline, if there is one
  too_long_ = false;
  return line;
}

}  // namespace arena
