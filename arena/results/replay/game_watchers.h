#pragma once

#include <memory>

#include "arena/records/replay.h"
#include "engine/seat.h"

namespace arena {

struct GameFrame;

/// Tells a game as one who sees every hand. The frame must outlast it, here and below.
std::unique_ptr<ReplayWatcher> make_table_text(const GameFrame& frame);

/// Tells a game as one seat saw it, in the order in which it learnt it: its hand, its questions, what lay on the table.
/// All of it comes from a SeatView and from what the table saw.
std::unique_ptr<ReplayWatcher> make_seat_text(const GameFrame& frame, hearts::Seat seat);

}  // namespace arena
