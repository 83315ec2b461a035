#pragma once

#include <vector>

namespace arena {

/// An ordered circle of bots round a table: entry i is an index of a bot. All its rotations over the seats, with
/// the same deals, make one block.
using Circle = std::vector<int>;

/// The bots in turn until the table is full; with fewer bots than seats some sit more than once.
/// 1 <= bots <= seats.
Circle circle_of(int bots, int seats);

/// How many rotations give different seatings: the games of a block.
int games_of_block(const Circle& circle);

/// Who sits where in a game of a block: the bot of each seat.
std::vector<int> seating(const Circle& circle, int game);

}  // namespace arena
