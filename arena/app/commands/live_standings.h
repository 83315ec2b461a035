#pragma once

#include <spdlog/fwd.h>

#include <filesystem>
#include <utility>

#include "arena/app/commands/live_pace.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena::cli {

/// Keeps standings.md and ratings.json of a run up to date while it is played.
class LiveStandings {
 public:
  LiveStandings(std::filesystem::path folder, spdlog::logger& log) : folder_(std::move(folder)), log_(log) {}

  /// Writes both aside and moves them into place: as soon as a block is rated, then at the pace of kLiveEvery. A write that
  /// fails is told once; the games go on.
  void game_over(const RatedRuns& rated);

 private:
  std::filesystem::path folder_;
  spdlog::logger& log_;
  LivePace pace_{kLiveEvery};
  bool has_written_ = false;
  bool has_failed_ = false;
};

}  // namespace arena::cli
