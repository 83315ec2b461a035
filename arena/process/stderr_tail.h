#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "arena/process/process_end.h"

namespace arena {

/// Keeps the end of a bot's stderr, each piece with the question after which it came.
class StderrTail {
 public:
  explicit StderrTail(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  void mark(int question) { question_ = question; }
  void append(std::string_view bytes);
  void clear();
  std::vector<StderrChunk> chunks() const { return {chunks_.begin(), chunks_.end()}; }

 private:
  std::size_t bytes_max_;
  std::deque<StderrChunk> chunks_;
  std::size_t bytes_ = 0;
  int question_ = 0;
};

}  // namespace arena
