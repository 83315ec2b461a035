#pragma once

#include <optional>
#include <string>

#include "arena/league/plan/contest.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Finds out which bots the stages of a run should have left out, because they could no longer be among the first ones
/// that the run looks for. It rates the games as they are read. It does nothing in other runs.
class ContestAudit {
 public:
  explicit ContestAudit(const RunSummary& summary);

  /// Adds a game or a void block of any stage.
  void add(const GameRecord& record, const std::string& place);
  void add_void(const std::string& run, int block);

  /// Returns the bots that leave at the end of a stage, see find_left_out().
  std::optional<Withdrawal::Found> left_out(const Manifest& stage) const;
  /// Returns a sentence if the stage that follows `stage` is without other bots. `departure` is what ended `stage`.
  static std::optional<std::string> problem(const StageSummary& stage, const std::optional<Departure>& departure,
                                            const Manifest& next);

 private:
  std::optional<RatedRuns> rated_;
};

}  // namespace arena
