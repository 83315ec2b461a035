#pragma once

#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/records/timing_record.h"
#include "arena/replay/recorded_seat.h"

namespace arena {

/// Plays a recorded game once more at a real table, where each bot does as recorded, and keeps what each seat is told:
/// one entry a seat, empty for one that was not there. `timing` may be null. Throws InputError when the game cannot be
/// played again as recorded.
std::vector<RecordedSeat> hear_again(const GameRecord& record, const hearts::GameRules& rules, const Manifest& manifest,
                                     const TimingRecord* timing);

}  // namespace arena
