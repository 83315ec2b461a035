#pragma once

#include <optional>
#include <string>

#include "arena/records/league_label.h"

namespace arena {

/// A run whose games are rated.
struct RatedRun {
  std::string name;
  std::optional<int> planned_blocks{};
  int given_deals = 0;            ///< deals that somebody gave in place of the shuffle's
  int faulty_deals = 0;           ///< every n-th other deal was made faulty; 0: none
  bool has_other_limits = false;  ///< of time or patience, than the first of the runs
  LeagueLabel label{};
  bool has_other_anchors = false;  ///< than the first of the runs, or for other bots

  bool operator==(const RatedRun&) const = default;
};

}  // namespace arena
