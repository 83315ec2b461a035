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

  /// Returns the function that GameQueue asks whether the blocks from `block` on, counted from the stage's first block,
  /// need not be played. It is empty if the stage cannot end early.
  std::function<bool(int block)> is_decided();

  /// Returns the bots that leave in this stage, or nothing if there are none. It makes only the looks that is_decided()
  /// has not made.
  std::optional<Departure> departure() { return departure_before(manifest_.end_block()); }

 private:
  std::optional<Departure> departure_before(int end_block);

  const Manifest& manifest_;
  const RatedRuns& rated_;
  // A look rates all blocks so far, so each is made once.
  std::optional<Withdrawal::Found> left_out_;  ///< what the looks have found
  int looked_at_ = 0;                          ///< the block up to which all looks are made
};

}  // namespace arena
