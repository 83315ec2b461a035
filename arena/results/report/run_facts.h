#pragma once

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

#include "arena/records/manifest.h"
#include "arena/records/run_folder.h"

namespace arena {

/// What a page says of a run: `Run` of web/data.ts. A digest stands there where the summary has one.
boost::json::object run_json(const RunSummary& run);

/// A variant with its rules in plain words: `Variant` of web/data.ts. `shown`: its id in the field.
boost::json::object variant_json(const ManifestVariant& variant, std::string_view shown);

/// Who a bot is: `Bot` of web/data.ts, but for what is counted of it.
boost::json::object bot_json(const BotEntry& bot, std::string_view shown);

}  // namespace arena
