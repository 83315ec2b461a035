#pragma once

#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/seeds/run_key.h"
#include "arena/table/game_setup.h"

namespace arena {

/// The game that `record` names (its id, game and bots), as its table must be set up: when it is played, and when what
/// a seat heard is reconstructed. `variant` has its rules and must outlast the setup.
GameSetup setup_of(const GameRecord& record, const Manifest& manifest, const ManifestVariant& variant,
                   const BlockSeed& seed);

}  // namespace arena
