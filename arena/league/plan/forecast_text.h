#pragma once

#include <string>

#include "arena/base/text/text_layout.h"
#include "arena/league/plan/forecast.h"

namespace arena {

/// In sentences and a table.
std::string forecast_text(const Forecast& forecast, const Page& page = {});

/// The same in short of one of so many shards, played alone.
std::string shard_forecast_text(const Forecast& shard, int shards, const Page& page);

}  // namespace arena
