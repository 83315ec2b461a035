#pragma once

#include <optional>
#include <string>

#include "arena/base/seeds/run_key.h"
#include "arena/league/run/run_records.h"
#include "arena/league/session/session_order.h"
#include "arena/records/manifest.h"

namespace arena {

/// The stage of a run to be played next: of a new run, of one that is resumed, or of one that is extended.
struct Resumption {
  Manifest manifest;
  RunKey key;
  std::optional<RunKey> last_key;   ///< of the stage that this one ends; nothing unless the run is extended
  std::optional<std::string> news;  ///< a sentence on what the extension changes; nothing unless the run is extended
};

/// Compares what the league wants with the records that the folder holds, and decides whether to begin a run, resume it,
/// extend it, or refuse. `isolation`: the level that the bots will run at. Throws InputError that says what the league
/// changes when it changes something and the order does not extend, what no stage can change, or that nothing is left to
/// play.
Resumption resume_run(const SessionOrder& order, RunRecords& records, const std::string& isolation);

}  // namespace arena
