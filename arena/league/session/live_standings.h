#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "arena/league/session/live_pace.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Keeps standings.md and ratings.json of a run up to date while it is played.
class LiveStandings {
 public:
  /// `warn` is called with a sentence when the files cannot be written, once; the games go on.
  LiveStandings(std::filesystem::path folder, std::function<void(const std::string&)> warn)
      : folder_(std::move(folder)), warn_(std::move(warn)) {}

  /// Writes both files as soon as a block is rated, then at the pace of kLiveEvery, each aside first and then moved into
  /// place, so that a reader never sees half a file.
  void game_over(const RatedRuns& rated);

 private:
  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
  LivePace pace_{kLiveEvery};
  bool has_written_ = false;
  bool has_failed_ = false;
};

}  // namespace arena
