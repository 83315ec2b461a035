#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "arena/base/text/printable.h"
#include "arena/bots/process/bot_log.h"
#include "arena/bots/process/process_meters.h"

namespace arena {

/// Enough reads to empty a full pipe of the largest size. A bot that keeps writing is not waited for.
inline constexpr int kStderrReadsMax = 256;

/// Keeps the end of a bot's stderr, each piece with the question after which it came. Passes all of it to a ProcessLog,
/// if there is one.
class StderrTail {
 public:
  /// `log` may be null; if not, it must outlast this object.
  explicit StderrTail(std::size_t bytes_max, ProcessLog* log = nullptr) : bytes_max_(bytes_max), log_(log) {}

  void mark(int question) { question_ = question; }
  void append(std::string_view bytes) {
    bytes_read_ += bytes.size();
    if (log_ != nullptr) log_->add_stderr(bytes);
    bytes = last_bytes(bytes, bytes_max_);
    if (bytes.empty()) return;
    if (chunks_.empty() || chunks_.back().question != question_) chunks_.push_back({question_, {}});
    chunks_.back().text += bytes;
    bytes_ += bytes.size();
    while (bytes_ > bytes_max_) {
      std::string& oldest = chunks_.front().text;
      const std::size_t before = oldest.size();
      oldest.erase(0, before - last_bytes(oldest, before - std::min(before, bytes_ - bytes_max_)).size());
      bytes_ -= before - oldest.size();
      if (oldest.empty()) chunks_.pop_front();
    }
  }
  /// Reads what a non-blocking descriptor has, in `reads_max` reads at most. Returns false at the end of the stream.
  bool read_from(int fd, int reads_max) {
    std::array<char, 16 << 10> bytes;
    for (int reads = 0; reads < reads_max; ++reads) {
      const ssize_t count = ::read(fd, bytes.data(), bytes.size());
      if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
      append({bytes.data(), static_cast<std::size_t>(count)});
    }
    return true;
  }
  void clear() {
    chunks_.clear();
    bytes_ = 0;
  }
  std::vector<StderrChunk> chunks() const { return {chunks_.begin(), chunks_.end()}; }
  /// Returns how many bytes were ever appended.
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  std::size_t bytes_max_;
  ProcessLog* log_;
  std::deque<StderrChunk> chunks_;
  std::size_t bytes_ = 0;
  std::uint64_t bytes_read_ = 0;
  int question_ = 0;
};

}  // namespace arena
