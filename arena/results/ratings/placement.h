#pragma once

#include <cstdint>

namespace arena {

/// Where a bot ended, summed over the seats that it had. A shared place is the mean of the places shared; a first place
/// shared by three is a third of one.
struct Placement {
  static constexpr int kFirst = 60;  ///< parts of a first place: so many that each of up to six has whole ones

  std::uint8_t seats = 0;
  std::uint16_t place_halves = 0;  ///< places, 1 the best, in halves
  std::uint16_t firsts = 0;        ///< in parts of kFirst
};

}  // namespace arena
