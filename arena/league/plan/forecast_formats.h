#pragma once

#include <boost/json/fwd.hpp>
#include <string>

#include "arena/base/text/text_layout.h"
#include "arena/league/plan/forecast.h"

namespace arena {

/// Returns the forecast as sentences and a table.
std::string forecast_text(const Forecast& forecast, const Page& page = {});

/// Returns the forecast as JSON; docs/json.md describes it.
boost::json::object forecast_json(const Forecast& forecast);

/// Returns a short forecast of one of `shards` shards. `shard` is the forecast of that shard played alone.
std::string shard_forecast_text(const Forecast& shard, int shards, const Page& page);

}  // namespace arena
