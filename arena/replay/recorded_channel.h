#pragma once

#include <memory>

#include "arena/replay/recorded_seat.h"

namespace arena {

class BotChannel;

/// A bot that does in a game what its script says, when it says, by a clock of its own; keeps what it hears.
/// Both must outlast it. The proof is left to others.
std::unique_ptr<BotChannel> make_recorded_channel(const SeatScript& script, RecordedSeat& heard);

}  // namespace arena
