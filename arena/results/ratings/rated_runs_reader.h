#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Which games of runs are rated.
struct RatedPart {
  std::vector<std::string> variants{};  ///< see RatedRuns; empty: all
  int last = 0;                         ///< blocks of each run, see keep_last(); 0: all
  std::optional<std::chrono::sys_seconds> since{};
};

/// Reads the games of runs from any number of files (or folders of runs): in any order, one run in several files or
/// several in one. Only the manifests must be among them. Throws InputError naming file and line.
/// With `since` the clocks beside the files are read, too.
RatedRuns read_rated_runs(const std::vector<std::string>& paths, const RatedPart& part = {});

}  // namespace arena
