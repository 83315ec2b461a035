#include "arena/process/run_delay.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>

namespace arena {

std::chrono::nanoseconds read_run_delay(int schedstat) {
  std::array<char, 96> bytes;  // time on the processor, delay, number of runs
  const ssize_t count = schedstat < 0 ? 0 : ::pread(schedstat, bytes.data(), bytes.size(), 0);
  if (count <= 0) return {};
  const std::string_view text(bytes.data(), static_cast<std::size_t>(count));
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return {};
  long long delay = 0;
  std::from_chars(text.data() + space + 1, text.data() + text.size(), delay);
  return std::chrono::nanoseconds(delay);
}

}  // namespace arena
