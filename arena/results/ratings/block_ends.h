#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arena {

/// A time from `since` on, and before `until`.
struct TimeSpan {
  std::optional<std::chrono::sys_seconds> since{};
  std::optional<std::chrono::sys_seconds> until{};

  bool is_bounded() const { return since || until; }
};

/// When the blocks of runs ended, by run and number.
using BlockEnds = std::map<std::string, std::map<int, std::chrono::sys_seconds>>;

/// Reads from the clocks beside the files, or in the folders, when blocks ended. Throws as each_timing() does.
BlockEnds read_block_ends(const std::vector<std::string>& paths);

}  // namespace arena
