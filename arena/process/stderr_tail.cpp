#include "arena/process/stderr_tail.h"

namespace arena {

void StderrTail::append(std::string_view bytes) {
  if (bytes.size() > bytes_max_) bytes.remove_prefix(bytes.size() - bytes_max_);
  if (bytes.empty()) return;
  if (chunks_.empty() || chunks_.back().question != question_) chunks_.push_back({question_, {}});
  chunks_.back().text += bytes;
  bytes_ += bytes.size();
  while (bytes_ > bytes_max_) {
    std::string& oldest = chunks_.front().text;
    const std::size_t excess = bytes_ - bytes_max_;
    if (oldest.size() <= excess) {
      bytes_ -= oldest.size();
      chunks_.pop_front();
    } else {
      oldest.erase(0, excess);
      bytes_ -= excess;
    }
  }
}

void StderrTail::clear() {
  chunks_.clear();
  bytes_ = 0;
}

}  // namespace arena
