#pragma once

#include <string>

#include "engine/seat_view.h"

namespace hearts::test {

/// Everything a SeatView shows, as text: each of its functions has a line.
std::string view_text(const SeatView& view);

/// The views of all seats, and what none of them shows: everything that can be asked of a hand.
std::string table_text(const Hand& hand);

}  // namespace hearts::test
