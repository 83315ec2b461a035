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

/// One block of a schedule: the unit that is played whole, and that ratings take as one. All its games have the
/// same deals; they are the different rotations of its circle, games_of_block(circle) of them.
struct Block {
  int number = 0;   ///< from 0, in the whole schedule
  int variant = 0;  ///< index into ScheduleRules::variants
  Circle circle;    ///< as many entries as the variant has seats

  bool operator==(const Block&) const = default;
};

}  // namespace arena
