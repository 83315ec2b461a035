#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <vector>

#include "arena/results/ratings/history.h"
#include "arena/results/ratings/standings.h"

namespace arena {

/// Histories as comma-separated values: a line for each bot at each point. The bots are those of the standings.
std::string history_csv(const std::vector<RatingHistory>& histories, const Standings& standings);
/// Histories as one object, see FORMAT.md.
boost::json::object history_json(const std::vector<RatingHistory>& histories, const Standings& standings);

}  // namespace arena
