#pragma once

#include <optional>

#include "arena/league/plan/contest.h"
#include "arena/league/run/run_settings.h"
#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Decides whether a stage ends before its last planned block: because its duel has a verdict, or because a bot has
/// forfeited too often or can no longer be among the first, so that the league continues without it. Only one thread at
/// a time may use an object.
class EarlyEnd {
 public:
  /// `manifest` and `rated`, the games of the run so far, must outlast this object.
  EarlyEnd(const Manifest& manifest, const RatedRuns& rated);

  /// Adds a game of any stage.
  void add(const GameRecord& record) { withdrawal_.add(record); }

  /// Returns the function that GameQueue asks whether the blocks from `block` on, counted from the stage's first block,
  /// need not be played. It is empty if the stage cannot end early.
  std::function<bool(int block)> is_decided() const;

  /// Returns the bots that leave in this stage, or nothing if there are none.
  std::optional<Departure> departure() const { return departure_before(manifest_.end_block(), 0); }

 private:
  std::optional<Departure> departure_before(int end_block, int looked_at) const;

  const Manifest& manifest_;
  const RatedRuns& rated_;
  Withdrawal withdrawal_;
};

}  // namespace arena
