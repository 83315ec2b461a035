#pragma once

#include <boost/json/object.hpp>

#include "arena/ratings/standings.h"
#include "arena/ratings/standings_words.h"

namespace arena {

/// The schema of standings, their "v". FORMAT.md beside this file documents it.
inline constexpr int kStandingsVersion = 1;

/// All there is in standings. Keys have a fixed order; numbers are rounded to four decimals, so that the last bits, in
/// which compilers may differ, do not show.
boost::json::object standings_json(const Standings& standings, const StandingsFacts& facts);

}  // namespace arena
