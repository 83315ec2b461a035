#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/records/run_folder.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Judges a duel again from its games, to compare it with what its records say.
class DuelAudit {
 public:
  /// `stage`, which must be a duel, must outlast this object.
  explicit DuelAudit(const StageSummary& stage);

  void add(const GameRecord& record, const std::string& place) { rated_.add(outcome_of(record), place); }

  /// Returns how the duel must have ended, if all of its games are there.
  DuelEnd end() const { return rated_.duel_at(stage_.manifest.blocks); }
  /// Returns a sentence if the last line of the duel says something else.
  std::optional<std::string> problem() const;
  /// Returns the verdict in the last line if it is right.
  std::optional<DuelVerdict> verdict() const;

 private:
  const StageSummary& stage_;
  RatedRuns rated_;
};

}  // namespace arena
