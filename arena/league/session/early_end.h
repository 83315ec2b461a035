#pragma once

#include <optional>
#include <vector>

#include "arena/league/run/run_settings.h"
#include "arena/records/manifest_schedule.h"
#include "arena/results/ratings/rated_runs.h"

namespace arena {

/// Decides whether a stage ends before its last planned block: because its duel has a verdict, or because a bot has
/// forfeited so often that the league goes on without it. One thread at a time.
class EarlyEnd {
 public:
  /// `rated`: the games of the run so far; must outlast this object.
  EarlyEnd(const Manifest& manifest, const RatedRuns& rated);

  /// Takes a game of any stage.
  void add(const GameRecord& record) { withdrawal_.add(record); }

  /// What GameQueue asks: whether the blocks from `block` on need not be played. Empty if the stage cannot end early.
  std::function<bool(int block)> is_decided() const;

  /// The state of the duel at its looks, which are the ends of its chunks of blocks; nothing if this is no duel.
  std::optional<DuelState> duel() const;
  /// Who is withdrawn in this stage, if anybody is.
  std::optional<Withdrawal::Found> withdrawn() const;

 private:
  const Manifest& manifest_;
  const RatedRuns& rated_;
  std::vector<int> looks_;  ///< numbers of blocks, rising
  Withdrawal withdrawal_;
};

}  // namespace arena
