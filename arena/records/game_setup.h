#pragma once

#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/seeds/run_key.h"
#include "arena/table/game_setup.h"

namespace arena {

/// The game that `record` names (its id, game and bots), as its table must be set up: when it is played, and when what
/// a seat heard is reconstructed. `rules` must outlast the setup; they are those of `variant`.
GameSetup setup_of(const GameRecord& record, const hearts::GameRules& rules, const Manifest& manifest,
                   const ManifestVariant& variant, const BlockSeed& seed);

}  // namespace arena
