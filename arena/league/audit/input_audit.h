#pragma once

#include "arena/league/audit/verify.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/manifest.h"

namespace arena {

/// Reconstructs what the bots of a game were sent, and compares it with the checksums.
void check_inputs(const GameRecord& record, const Manifest& stage, DetailsReader& details, InputAudit& audit);

}  // namespace arena
