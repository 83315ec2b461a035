#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/league/session/session_order.h"
#include "arena/records/manifest.h"

namespace arena {

/// What plan_run() has made.
struct CommittedPlan {
  Manifest manifest;                         ///< with all that the league's lacks
  std::optional<std::string> news;           ///< a sentence on what the next stage changes; nothing for a new run
  std::optional<std::string> other_receipt;  ///< the folder had this receipt, of another run that was committed to
};

/// Makes the key of the run, or of its next stage, and its receipt, both of which stay in the folder. With `shards` it
/// also writes the line that begins the records, so that parts of the run can be played elsewhere; 0: the run is played
/// whole, and may become another one until it begins. Throws InputError where the folder holds records that the order
/// does not extend, and for more shards than blocks.
CommittedPlan plan_run(const SessionOrder& order, int shards, const TellSandbox& tell);

/// The stage that is planned in a folder.
struct PlannedRun {
  std::filesystem::path folder;
  std::vector<Manifest> stages;  ///< as recorded, with what was played before each; the last one is planned
  bool has_ended = false;        ///< its key is revealed
  bool has_games = false;        ///< it was begun as a whole

  const Manifest& manifest() const { return stages.back(); }
};

/// Reads the plan in a folder. Throws InputError when there is none, or one that cannot be played in shards.
PlannedRun planned_run(const std::filesystem::path& folder);

/// Fills in the league's manifest as that of the planned stage. Returns a sentence on the first difference; nothing where
/// there is none.
[[nodiscard]] std::optional<std::string> take_planned(Manifest& league, const WantedLength& length,
                                                      const PlannedRun& run);

/// Throws InputError for public chance that two readers might write in two ways.
void check_entropy(const std::string& entropy);

}  // namespace arena
