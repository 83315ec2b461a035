#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Which games of runs are rated.
struct RatedPart {
  std::vector<std::string> variants{};  ///< patterns, see RatedRuns; empty for all
  int last = 0;                         ///< blocks of each run, see keep_last(); 0 for all
  std::optional<std::chrono::sys_seconds> since{};
};

/// Reads the games of runs from any number of files, or folders of runs. They may come in any order; a run may be in
/// several files, and a file may have several runs. Only the manifests of all runs must be among them. With `since`,
/// the clocks beside the files are read, too. Throws InputError that names the file and the line.
RatedRuns read_rated_runs(const std::vector<std::string>& paths, const RatedPart& part = {});

}  // namespace arena
