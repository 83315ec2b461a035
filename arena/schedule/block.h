#pragma once

#include "arena/schedule/seating.h"

namespace arena {

/// One block of a schedule: the unit that is played whole, and that ratings take as one. All its games have the
/// same deals; they are the different rotations of its circle, games_of_block(circle) of them.
struct Block {
  int number = 0;   ///< from 0, in the whole schedule
  int variant = 0;  ///< index into ScheduleRules::variants
  Circle circle;    ///< as many entries as the variant has seats

  bool operator==(const Block&) const = default;
};

}  // namespace arena
