#pragma once

#include <vector>

namespace arena {

/// An ordered circle of bots round a table: entry i is an index of a bot. All its rotations over the seats, with
/// the same deals, make one block.
using Circle = std::vector<int>;

/// How many rotations give different seatings: the games of a block.
int games_of_block(const Circle& circle);

/// Who sits where in a game of a block: the bot of each seat.
std::vector<int> seating(const Circle& circle, int game);

}  // namespace arena
