#pragma once

#include <optional>

#include "arena/league/run/run_settings.h"
#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Decides whether a stage ends before its last planned block: because its duel has a verdict, or because a bot has
/// forfeited too often, so that the league continues without it. Only one thread at a time may use an object.
class EarlyEnd {
 public:
  /// `manifest` and `rated`, the games of the run so far, must outlast this object.
  EarlyEnd(const Manifest& manifest, const RatedRuns& rated);

  /// Adds a game of any stage.
  void add(const GameRecord& record) { withdrawal_.add(record); }

  /// Returns the function that GameQueue asks whether the blocks from `block` on, counted from the stage's first block,
  /// need not be played. It is empty if the stage cannot end early.
  std::function<bool(int block)> is_decided() const;

  /// Returns the bots that are withdrawn in this stage, or nothing if there are none.
  std::optional<Withdrawal::Found> withdrawn() const;

 private:
  const Manifest& manifest_;
  const RatedRuns& rated_;
  Withdrawal withdrawal_;
};

}  // namespace arena
