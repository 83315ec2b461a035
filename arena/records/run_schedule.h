#pragma once

#include "arena/records/manifest.h"
#include "arena/schedule/schedule.h"

namespace arena {

/// The manifest as the schedule sees it: who takes part in which variant, who is whose author. Its commitment breaks
/// ties. A bot without an author is its own.
ScheduleRules schedule_rules(const Manifest& manifest);

/// Throws InputError that names the variant when its tables cannot be filled.
void check_schedule(const Manifest& manifest);

/// Sets how many blocks the manifest has, and so how many games: `blocks`; or, if that is 0, whole blocks until there
/// are `games`; or, if both are 0, four games, or with more bots than seats as many blocks of each variant as there are
/// bots. The commitment must be known, since ties, and with them the number of games of a block, follow from it.
void plan_blocks(Manifest& manifest, int blocks, int games);

}  // namespace arena
