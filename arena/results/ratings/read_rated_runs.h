#pragma once

#include <string>
#include <vector>

#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Which games of runs are rated.
struct RatedPart {
  std::vector<std::string> variants{};  ///< patterns, see RatedRuns; empty for all
  std::vector<std::string> without{};   ///< patterns, see leave_out_bots(); empty for none
  int last = 0;                         ///< blocks of each run, see keep_last(); 0 for all
  TimeSpan time{};                      ///< see keep_within()
  bool without_pairs = false;           ///< see leave_out_pairs()
};

/// Reads the games of runs from any number of files, or folders of runs. They may come in any order; a run may be in
/// several files, and a file may have several runs. Only the manifests of all runs must be among them. With a time,
/// the clocks beside the files are read, too. Throws InputError that names the file and the line.
RatedRuns read_rated_runs(const std::vector<std::string>& paths, const RatedPart& part = {});

}  // namespace arena
