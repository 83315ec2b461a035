#include "arena/text/line_cutter.h"

#include <cstring>

namespace arena {

std::span<char> LineCutter::space() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  return std::span(buffer_).subspan(end_);
}

std::optional<LineCutter::Line> LineCutter::next() {
  const std::size_t newline = std::string_view(buffer_.data(), end_).find('\n', searched_);
  const bool open = newline == std::string_view::npos;
  searched_ = open ? end_ : newline;
  if (searched_ - begin_ > line_bytes_max_) {
    too_long_ = true;
    begin_ = searched_;
  }
  if (open && !(finished_ && (begin_ != end_ || too_long_))) return std::nullopt;
  const Line line = {++number_, std::string_view(buffer_.data() + begin_, too_long_ ? 0 : searched_ - begin_),
                     too_long_};
  begin_ = searched_ = searched_ + (open ? 0 : 1);
  too_long_ = false;
  return line;
}

}  // namespace arena
